use super::language::Language;
use super::phrases::Phrases;

/// Verbs stand last: reasons, situations and orders are known by what follows them.
pub(super) static JAPANESE: Language = Language {
    common: Phrases::new(""),
    first_person: Phrases::new(
        "私, 僕, 俺, 我々, うち, と思う, と思います, ください, して, したい, しよう, ほしい",
    ),
    we: Phrases::new(""),
    because: Phrases::new("なぜなら, というのも, 理由は"),
    so_that: Phrases::new("さもないと, そうしないと, でないと"),
    because_after: Phrases::new(
        "なので, ので, ためです, ため、, ためだ, からです, から、, からだ, のために, を避けるため, を防ぐため, が理由",
    ),
    not_because: Phrases::new("してから、, てから、, それから、, だから、"),
    intent: Phrases::new(
        "ましょう, しよう, ください, べき, 必要がある, 必要があります, にする, にします, したい, 使う, 使って, ではなく, じゃなくて, 代わりに, 必ず, 絶対, 禁止, ないで, \
         しない",
    ),
    imperatives: Phrases::new(""),
    orders: Phrases::new(
        "してください, てください, ください, して, すること, しましょう, ましょう, 使って, 使う, 実行, 更新, コミット, プッシュ, テスト, ないで, しない, 禁止, お願い, \
         走らせ",
    ),
    then: Phrases::new("その後, そのあと, 次に, それから, してから, てから, 最後に, そして, →, ->"),
    and: Phrases::new(""),
    first: Phrases::new("まず, 最初に, はじめに"),
    list_names: Phrases::new("手順, ステップ, todo, タスク, 計画, 変更, メモ"),
    sequences: Phrases::new("手順, ステップ, この順番, この順序, 以下の順"),
    goal: Phrases::new(""),
    when: Phrases::new(""),
    when_after: Phrases::new(
        "する時は, する時, するときは, するとき, 時は、, ときは、, した場合は, 場合は, する場合, する前に, の前に, 前に, した後は, した後に, した後, の後に, あとに, \
         たら、, たびに, 度に",
    ),
    always: Phrases::new("必ず, 常に, いつも, 毎回, 絶対, 決して, 今後は, これからは, 禁止, たびに"),
    must: Phrases::new("べき, 必要があ, こと。, ルール, 忘れずに, ください"),
    without: Phrases::new(""),
    without_after: Phrases::new("せずに, しないまま, なしで, なしに"),
    refusal_start: Phrases::new(
        "いや, いいえ, 違う, 違います, ちがう, だめ, ダメ, やめて, 待って, ストップ, そうじゃなくて, そうではなく, なんで",
    ),
    refusal: Phrases::new(
        "ではなく, じゃなくて, じゃなく, しないで, ないでください, 使わないで, やめて, 禁止, だめ, ダメ, いらない, 不要, 触らないで, 勝手に",
    ),
    not_refusal: Phrases::new(""),
    acts: Phrases::new("では, 次に, これから, それでは, を実行, まず, 完了, 追加しました, インストール"),
    objection: Phrases::new("間違って, 違う, 違います, と言った, 言いました, 忘れて"),
    redirect: Phrases::new("なぜ, なんで, どうして"),
    question: Phrases::new("ですか, ますか, でしょうか, かな, どう思, 教えて"),
    once: Phrases::new(
        "とりあえず, 今回は, 今回だけ, 今は, 一旦, いったん, 今日, 明日, このブランチ, このpr, 今週, 来週, 今夜, 今のところ, 私のマシン, 予定通り, このスプリント, 今月, \
         このファイル, この関数, このテスト, このスパイク",
    ),
    now: Phrases::new(""),
    passing: Phrases::new(
        "後で, あとで, 月曜, 火曜, 水曜, 木曜, 金曜, でした, 続けて, もう動いて, すでに動いて, 既に動いて, 起動済み",
    ),
    states: Phrases::new("落ちて"),
    limits: Phrases::new(
        "今回限り, このブランチだけ, このprだけ, 後で戻す, 後で戻します, 元に戻す, 冗談です, 冗談, 試しに, アイデアです, まだ決めていません, まだ決めていない",
    ),
    not_limits: Phrases::new("冗談ではなく, 冗談じゃなく, 冗談抜き"),
    here: Phrases::new(""),
    lasting: Phrases::new(""),
    stalls: Phrases::new("固まって, フリーズ"),
    until: Phrases::new("するまで, 終わるまで, 来るまで, されるまで"),
    days: Phrases::new(""),
    checks: Phrases::new("通る, 通って, 緑, 承認, 確認, テスト, ci"),
    past: Phrases::new(
        "以前は, 昔は, 前の会社, 前のプロジェクト, 当時, 去年, 使っていました, 使っていた, 別のプロジェクト, 他のプロジェクト",
    ),
    reported: Phrases::new(
        "と言って, と言い, が言うには, 曰く, の話では, の意見では, とのこと, そうです、, らしい, によると, だそうです, 誰か, 記事, ブログ, と書いて, 勧めて",
    ),
    according: Phrases::new(""),
    sources: Phrases::new("readme, ドキュメント, リンター, コンパイラ, ci, エラー, 出力"),
    not_reported: Phrases::new("と言った, 言いました"),
    handed: Phrases::new(
        "が届きました, が届いた, が来ました, をもらいました, をもらった, を受け取りました, からもらった, 転送します, コピーしました",
    ),
    texts: Phrases::new(
        "メール, フィードバック, コメント, レビュー, 仕様書, 仕様, 記事, プロンプト, からのメッセージ, prの説明",
    ),
    findings: Phrases::new("イシュー, issue, チケット, バグ, エラー, エラーメッセージ, ログ, 出力, 警告"),
    points: Phrases::new("この, これらの, 以下の, 次の, 下記の"),
    below: Phrases::new("以下の通り, 以下の通りです, 下記の通り, 下記の通りです, 以下です"),
    utters: Phrases::new("と答えた, と答えました, と返信しました, の返信, の回答"),
    sent_by: Phrases::new(""),
    presents: Phrases::new("これは, 以下は"),
    works_on: Phrases::new(""),
    casts: Phrases::new("あなたは"),
    roles: Phrases::new("エンジニア, 開発者, レビュアー, アシスタント, エージェント, 専門家, プログラマー"),
    tentative: Phrases::new(
        "かもしれ, たぶん, 多分, 試して, 試す, 試し, みましょう, みよう, てみて, どうだろう, わからない, 気になる, いつか, かどうか, もしかし",
    ),
    aside: Phrases::new(
        "心配しない, 気にしない, 大丈夫, という意味, 見たい, 確認したい, 押し間違え, 笑, いつもエラー",
    ),
    agrees: Phrases::new("その通り, そのとおり, おっしゃる通り, 私が間違, 私の間違"),
    errands: Phrases::new(""),
    others: Phrases::new(
        "ユーザーが, ユーザは, ユーザーは, ユーザが, お客, 彼ら, 上司, 同僚, ボタン, アプリが, アプリは",
    ),
    that: Phrases::new("と"),
    labels: Phrases::new("注意, ルール, 重要, メモ, 決定, 基本, 原則, 規約, 覚えて"),
    scopes: Phrases::new(
        "リポジトリ, プロジェクト, フロントエンド, バックエンド, api, cli, テスト, ドキュメント, ci, マイグレーション, データベース, 命名, 依存, コミット, ブランチ, \
         リリース, デプロイ, ビルド, スクリプト",
    ),
    topics: Phrases::new(""),
    but: Phrases::new("しかし, けど, けれど, ですが, ただし"),
    sets_aside: Phrases::new(""),
    leaves: Phrases::new(""),
    uses: Phrases::new(""),
    any_more: Phrases::new(""),
    finished: Phrases::new(""),
    is_left: Phrases::new(
        "はもう使っていません, はもう使っていない, はもう使いません, はもう使わない, は使わなくなりました, は使わなくなった, の使用をやめました, を使うのをやめました, は廃止しました, は廃止になりました",
    ),
    returns: Phrases::new(""),
    arrives: Phrases::new(""),
    left_for: Phrases::new("から"),
    drops: Phrases::new(""),
    lapses: Phrases::new(
        "はもう有効ではありません, はもう無効です, は無効です, は忘れて, は無視して, は廃止です, はもう古い",
    ),
    rules: Phrases::new("ルール, 決定, 規約, 方針"),
    fillers: Phrases::new(
        "はい, いいえ, いや, えっと, では, じゃあ, あと, また, ok、, すみません, ごめん, ありがとう, まず, 違います。, 違う、, 今後は, これからは, 気が変わりました, \
         気が変わった, 計画変更, 予定変更",
    ),
    chooses: Phrases::new(
        "を使, は使わ, 使わない, にする, にします, にしましょう, を採用, を選, のまま, を維持, ではなく, じゃなくて, 代わりに, に統一, を避け, 必ず, 常に, を優先, に戻し",
    ),
    habits: Phrases::new(""),
    places: Phrases::new(""),
    leads: Phrases::new(""),
    sets: Phrases::new(""),
    choose: "{}を使う",
    closers: Phrases::new("よろしく, お願いします, ね"),
    refuse: "{}は使わない",
    retracts: Phrases::new("やっぱりやめ, やっぱやめ, 待って違う"),
    begins_anew: Phrases::new("やっぱり, やっぱ, いや"),
    excepts: Phrases::new("ただし, 例外は"),
};
