//! Nouns for passwords and keys, and the words that link a value to them, in each language.
//!
//! A new language is a row: nouns without endings, with `_` for a space. Text is converted to lower
//! case before it is compared.

pub(super) struct Language {
    /// Secrets that people choose.
    pub(super) passwords: &'static str,
    /// Secrets that a machine made; most of these words have other meanings, too.
    pub(super) keys: &'static str,
    /// Words that are followed by the value.
    pub(super) links: &'static str,
}

const fn row(passwords: &'static str, keys: &'static str, links: &'static str) -> Language {
    Language { passwords, keys, links }
}

/// English comes first: only its nouns may have more than a few words between them and the value.
pub(super) static LANGUAGES: &[Language] = &[
    row(
        "password passwd passcode passphrase pass_phrase pw",
        "api_key access_key secret_key private_key license_key encryption_key key token secret",
        "= : -> – — is was are be to as to: is:",
    ),
    row(
        "passwort kennwort zugangswort",
        "schlüssel geheimnis zugangscode",
        "ist war lautet heißt heisst auf",
    ),
    row("mot_de_passe code_secret", "clé clef jeton", "est était sera à"),
    row("contraseña contrasena", "clave secreto llave ficha", "es era será"),
    row("senha palavra-passe palavra_passe", "chave segredo", "é foi será"),
    row("parola_d'ordine parola_chiave", "chiave segreto gettone", "è era sarà"),
    row("wachtwoord toegangscode", "sleutel geheim", "is zijn wordt naar"),
    row("lösenord", "nyckel hemlighet", "är blir"),
    row("adgangskode kodeord løsen", "nøgle hemmelighed", "er bliver"),
    row("passord", "nøkkel hemmelighet", "er blir"),
    row("salasana tunnusluku", "avain salaisuus", "on oli"),
    row("hasło hasła hasłem", "klucz sekret", "to jest brzmi"),
    row("heslo hesla heslem", "klíč kľúč tajemství tajomstvo", "je bude zní znie"),
    row("jelszó jelszav jelsz", "kulcs titok", "az lesz"),
    row("parola parolă parolei", "cheia cheie secretul", "este e"),
    row("парол лозинк шифр_доступу гасло", "ключ секрет токен", "это будет был на е је такой є — –"),
    row("lozink zaporka šifra geslo", "ključ tajna", "je glasi"),
    row("κωδικό συνθηματικό", "κλειδί μυστικό", "είναι"),
    row("şifre parola", "anahtar", "olacak oldu"),
    row("كلمة_مرور كلمة_المرور كلمة_السر كلمة_سر", "المفتاح مفتاح الرمز", "هي هو"),
    row("סיסמ", "מפתח", "היא הוא"),
    row("رمز_عبور گذرواژه", "کلید", "است"),
    row("पासवर्ड कूटशब्द", "कुंजी", "है"),
    row("পাসওয়ার্ড", "চাবি", "হল হলো"),
    row("パスワード 暗証番号", "鍵 キー トークン", ""),
    row("비밀번호 암호 패스워드", "키는 키: 토큰", ""),
    row("密码 密碼 口令", "密钥 金鑰 密鑰 令牌", ""),
    row("mật_khẩu", "khóa khoá", "là"),
    row("รหัสผ่าน", "คีย์ กุญแจ", "คือ"),
    row("kata_sandi sandi kata_laluan", "kunci", "adalah ialah"),
    row("contrasenya", "clau_secreta", "és"),
    row("parool salasõna", "võti", "on"),
    row("slaptažod parole", "raktas atslēga", "yra ir"),
    row("neno_la_siri wagwoord pasahitz", "ufunguo sleutel gakoa", "ni is da"),
];

/// Every noun of one sort, with its language; English is 0.
pub(super) fn nouns(sort: fn(&Language) -> &'static str) -> impl Iterator<Item = (usize, String)> {
    let all = LANGUAGES.iter().enumerate();
    all.flat_map(move |(at, language)| {
        sort(language).split(' ').map(move |noun| (at, noun.replace('_', " ")))
    })
}

/// Whether the word links a value, in any language.
pub(super) fn is_link(word: &str) -> bool {
    LANGUAGES.iter().any(|language| language.links.split(' ').any(|link| !link.is_empty() && link == word))
}
