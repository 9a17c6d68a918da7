//! The test that an option belongs to the program that takes a secret, and not to another one.

use super::value::is_one_of;

/// Programs with options that look like those for passwords.
const OTHERS: &str =
    "cp curl cut docker git grep ls mkdir nc nmap podman ps rg rsync scp sftp ssh tar touch wget";

/// Words between two commands in prose. Elsewhere a file, a host or a database may have the name of
/// a program.
const JOINTS: &str = "and but do does dann for let now or run running then to und use using via with";

/// Words after an option in prose about it.
const TALK: &str = "and argument because but flag for from has instead is option or parameter switch takes then und use weil when with";

/// `call` is the text from the program to the value.
pub(super) fn is_handed(call: &str, value: &str) -> bool {
    let mut before = "";
    let mut is_of_another = false;
    for word in call.split_whitespace().skip(1) {
        let is_joined = is_one_of(JOINTS, before) || before.ends_with([',', ':', '(', '?']);
        is_of_another |= is_joined && is_one_of(OTHERS, word);
        before = word;
    }
    !is_of_another
        && !is_port_mapping(value)
        && !is_one_of(TALK, value.trim_end_matches([',', '.', ';', ':', ')']))
}

/// `3306:3306`
fn is_port_mapping(value: &str) -> bool {
    value.split_once(':').is_some_and(|(host, container)| is_port(host) && is_port(container))
}

fn is_port(part: &str) -> bool {
    !part.is_empty() && part.chars().all(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_belongs_to_the_program_before_it() {
        for (call, value, expected) in [
            ("redis-cli -h cache -a ", "hunter2", true),
            ("redis-cli -h docker -a ", "hunter2", true),
            ("7z a b.7z docker -p", "hunter2", true),
            ("zip -r b.zip git -P ", "hunter2", true),
            ("ldapsearch -x -b dc=git docker -w ", "hunter2", true),
            ("mongosh with -u root and -p ", "hunter2", true),
            ("mongosh tests do mkdir -p ", "data/db", false),
            ("zip all then scp -P ", "2222", false),
            ("zip the folder, scp -P ", "2222", false),
            ("mysql check, nmap -p", "3306", false),
            ("mysql -p", "3306:3306", false),
            ("unzip needs the -P ", "option,", false),
        ] {
            assert_eq!(is_handed(call, value), expected, "{call}");
        }
    }
}
