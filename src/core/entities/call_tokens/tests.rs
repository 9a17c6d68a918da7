//! Calls as tokens: what is kept of a line, and what is not.

use super::*;

fn relative(path: &str) -> Option<String> {
    below(&["/p"], "/p", path)
}

fn encoded(line: &str) -> Vec<String> {
    CallTokens::stored_of_line(line, &relative).iter().map(CallTokens::encode).collect()
}

#[test]
fn a_line_becomes_its_calls() {
    for (line, expected) in [
        ("git push --force origin main", &["git push --force"][..]),
        ("git push origin +main", &["git push --force"]),
        ("git -C sub/dir push -f", &["git push -C -f"]),
        ("git --no-pager push -f", &["git push --no-pager -f"]),
        ("git --git-dir=x push --force", &["git push --force --git-dir"]),
        ("kubectl -n prod delete pod x", &["kubectl delete -n"]),
        ("docker compose -f x.yml up -d", &["docker compose up -d -f"]),
        ("terraform -chdir=i apply", &["terraform apply -chdir"]),
        ("cargo +nightly publish", &["cargo publish"]),
        ("npm run -s deploy", &["npm run deploy -s"]),
        ("cd app && FOO=1 npm run build -- --watch=1", &["cd", "npm run build --watch"]),
        ("cd src && git add gen/x.rs", &["cd", "git add @src/gen/x.rs"]),
        ("git -C src add gen/x.rs", &["git add -C @src/gen/x.rs"]),
        ("cd /p/src && git add ../gen//x.rs", &["cd @src", "git add @gen/x.rs"]),
        ("cd \"$HOME\" && git add gen/x.rs", &["cd", "git add"]),
        ("rtk bun run test", &["rtk bun", "bun run test"]),
        ("timeout -s KILL 60 pytest -x tests/test_a.py", &["timeout -s", "pytest -x @tests/test_a.py"]),
        ("bash -lc 'npm install && git push'", &["bash -c -l", "npm install", "git push"]),
        ("sudo sh -c \"rm -rf build/out\"", &["sudo", "sh -c", "rm -f -r @build/out"]),
        ("sudo -u me eval 'git push -f'", &["sudo -u", "eval", "git push -f"]),
        (
            "git diff --name-only | xargs -n 1 -I {} rm -f {}",
            &["git diff --name-only", "xargs -I -f -n", "rm -f"],
        ),
        ("find . -name '*.o' -exec rm -rf {} \\;", &["find -exec -name -rf", "rm -f -r"]),
        ("bash <<EOF\nnpm install\nEOF\nls", &["bash", "ls", "npm install"]),
        ("cat <<'EOF' | sudo bash -s\nnpm install\nEOF", &["cat", "sudo", "bash -s", "npm install"]),
        ("cat > x.sh <<EOF\nnpm install\nEOF", &["cat"]),
        ("if command -v npm; then echo; fi", &["command -v", "echo"]),
        ("cat notes.md | grep -n secret", &["cat @notes.md", "grep -n"]),
        ("git commit -F - <<EOF\nrm -rf /\nEOF", &["git commit -F"]),
        ("cat <<EOF\n$(npm ci)\nEOF", &["cat", "npm ci"]),
        ("cat <<'EOF'\n$(npm ci)\nEOF", &["cat"]),
        ("cat <<A; bash <<'E O'\nnpm ci\nA\nnpm test\nE O\nls", &["cat", "bash", "ls", "npm test"]),
        ("bash <<< 'npm ci'", &["bash", "npm ci"]),
        ("cat <<< 'npm ci'", &["cat"]),
        ("function f { npm ci; }; f", &["npm ci", "f"]),
        ("npm i x", &["npm install"]),
        ("pip3 install x", &["pip install"]),
        ("python -m pytest -x", &["python -m -x", "pytest -x"]),
        ("python3 -m pip install x", &["python3 -m", "pip install"]),
        ("python -m zebra.secret", &["python -m"]),
        ("rm -- -rf", &["rm"]),
        ("git add -- src/f.rs", &["git add @src/f.rs"]),
        ("docker system prune -f", &["docker system prune -f"]),
        ("uv pip install x", &["uv pip install"]),
    ] {
        assert_eq!(encoded(line), expected, "{line}");
    }
}

#[test]
fn what_is_encoded_comes_back() {
    for line in ["git push --force", "rm -rf build/out", "npm run test:ci", "mise run lint"] {
        for tokens in CallTokens::stored_of_line(line, &relative) {
            assert_eq!(CallTokens::decode(&tokens.encode()), Some(tokens), "{line}");
        }
    }
    let edit = CallTokens::stored_edit(&Path::parse("src/generated/api.ts").unwrap());
    assert_eq!(CallTokens::decode(&edit.encode()), Some(edit));
    for text in [
        "",
        "@a/b",
        "--force",
        "git push\nrm",
        "git --force push",
        "Git push",
        "edit @../x",
        "docker login -phunter",
        "psql mydatabase",
        "git push origin",
    ] {
        assert_eq!(CallTokens::decode(text), None, "{text}");
    }
}

#[test]
fn no_text_of_a_call_is_kept() {
    for (line, expected) in [
        ("git commit -m \"fix: password is hunter2\"", &["git commit -m"][..]),
        ("git commit -amsecret", &["git commit -a -m"]),
        ("git commit -m secret/words.and.more", &["git commit -m"]),
        (
            "gh pr create --title 'A Secret' --body \"$(cat body.md)\"",
            &["cat @body.md", "gh pr create --body --title"],
        ),
        ("curl -H 'Authorization: x' https://a.b/c", &["curl -H"]),
        ("echo hello secret/world", &["echo"]),
        ("docker login -phunter", &["docker login -p"]),
        ("twine upload -pwonder", &["twine -p"]),
        ("unzip -Psecret a.zip", &["unzip -P"]),
        ("openssl enc -kSecretkey", &["openssl -k"]),
        ("say confidential", &["say"]),
        ("mycli supersecretword", &["mycli"]),
        ("mycli -1234 --hunter2", &["mycli"]),
        ("mycli -p hunter.two", &["mycli -p"]),
        ("psql mydatabase", &["psql"]),
        ("cd src && say confidential", &["cd", "say"]),
        ("sed s/sekret/b/ src/a", &["sed @src/a"]),
        ("sed -i s/sekret/b/ src/a", &["sed -i"]),
        ("rg src/sekret", &["rg"]),
        ("rg -t rust src/sekret src/a", &["rg -t @src/a"]),
        ("grep -rn src/sekret src/a", &["grep -n -r @src/a"]),
        ("git grep src/sekret", &["git grep"]),
        ("jq .sekret src/a.json", &["jq @src/a.json"]),
        ("awk /sekret/b src/a", &["awk @src/a"]),
        ("tr a/sekret c/d", &["tr"]),
        ("perl -pe s/sekret/b/ src/a", &["perl -p"]),
    ] {
        assert_eq!(encoded(line), expected, "{line}");
    }
}

#[test]
fn at_the_door_no_call_is_too_many_and_no_path_too_odd() {
    let many = (0..40).map(|n| format!("echo {n}")).collect::<Vec<_>>().join("; ");
    let calls = CallTokens::of_line(&format!("{many}; git push -f"), &relative);
    assert_eq!(calls.last().map(CallTokens::encode).as_deref(), Some("git push -f"));
    let paths = (0..40).map(|n| format!("x{n}.rs")).collect::<Vec<_>>().join(" ");
    let calls = CallTokens::of_line(&format!("git add {paths} 'src/(app)/[id] é.rs'"), &relative);
    assert!(calls[0].encode().ends_with("@src/(app)/[id] é.rs"));
}

#[test]
fn a_path_is_seen_from_the_root() {
    for (cwd, path, expected) in [
        ("/p", "a//b/../c", Some("a/c")),
        ("/p/src", "./gen/x", Some("src/gen/x")),
        ("/p/src", "../../etc", None),
        ("/p", "/p/a b/[id]", Some("a b/[id]")),
        ("/p", "/pq/a", None),
        ("/p", "/p", None),
        ("/q", "a", None),
    ] {
        assert_eq!(below(&["/p"], cwd, path).as_deref(), expected, "{cwd} {path}");
    }
}
