"""One snippet for each language, and its digests of FORMAT 1."""

SNIPPETS = {
    "python": "def f(a, *b):\n    '''Say.'''\n    return (a + 1, 'x', [c for c in b])\n",
    "javascript": "const f = (a, { b }) => { return `${a}` + 'x\\n' + b?.c };\n",
    "typescript": "function f<T>(a: T[], b?: string): T { return a[0]! as T }\n",
    "tsx": "const F = (p: P) => <a b='c'>{p.d} text</a>;\n",
    "java": 'class A { int f(int a) { for (int i = 0; i < a; i++) { g(i, "x"); } return 1; } }\n',
    "go": "package p\n\nfunc f(a int) (b error) { x := T{a, 1}; return g(x) }\n",
    "rust": "fn f(a: u8) -> u8 { let b = a + 1; match b { 0 => (1), c => c } }\n",
    "c": 'static int f(int a) { int b = (a) + 0XF; return g("x" "y", b); }\n',
    "cpp": "template <class T> T f(const T& a) { auto b = [&](T c) { return a + c; }; return b(a); }\n",  # noqa: E501 - the sample is one line
    "json": '{"a": [1, true, null]}\n',
    "text": "one line\n\nanother\n",
}

GOLDEN = {
    "python": {
        "EXACT": "f01d863f27f5170c2e1290977aa1067f",
        "TOKENS": "ddbb6ff0f4bd2b3c6312d1dd62e56e8e",
        "NORMAL": "3a45cf5a04070679860f738b47139b89",
        "ALPHA": "66255a8c2597892294df347f32d8e33a",
        "SHAPE": "edc0b34a3456f85bc32e69967eee7640",
    },
    "javascript": {
        "EXACT": "6751b3a9f55dbf77da1618ca569a8efa",
        "TOKENS": "b35a7db26adc21a8758e6f0a2b88229a",
        "NORMAL": "07de1ca18d1b6d535eeab3675f1fbee8",
        "ALPHA": "5dc1d49ce0fbf9bc940a11893700e5a0",
        "SHAPE": "0b249be0c5cd915ea67713a7064878cb",
    },
    "typescript": {
        "EXACT": "8c088f430bc654094ced06e4311010cb",
        "TOKENS": "39525841b3e028df555fb5f598477acb",
        "NORMAL": "39525841b3e028df555fb5f598477acb",
        "ALPHA": "9d7e81f92e8cfa0a366fa839097ebaf6",
        "SHAPE": "956f241d6d5d9c4f6ab23a9fc55d08fd",
    },
    "tsx": {
        "EXACT": "fb4857e91dfbceaed60d0500a6cf182b",
        "TOKENS": "58a05a3e38d77fc7ea7174ba6aa08cac",
        "NORMAL": "14834c9f770fe1c93f9e346f20ba2701",
        "ALPHA": "5ba450e322b919ed785dd47038fe1fb7",
        "SHAPE": "a0d868b0e06380d76bd5ea2087d4bc28",
    },
    "java": {
        "EXACT": "f6be8f4fe8d86f6e477c685d62d17b0b",
        "TOKENS": "9ded56aa75131fd3a3fa71e9e2f10bf9",
        "NORMAL": "9ded56aa75131fd3a3fa71e9e2f10bf9",
        "ALPHA": "09ad6a6f517c5a58e4b9a84dafc71fd9",
        "SHAPE": "f74fb10697b70b566af36e901e2e4cc7",
    },
    "go": {
        "EXACT": "62728cf4691069a11dfd7dc0023c2235",
        "TOKENS": "6b17557e44e042303b868b4ec7aa65a3",
        "NORMAL": "f50ae010fabec600aef5be559d567668",
        "ALPHA": "04515506dbd6e5fbacbe69ffdc466566",
        "SHAPE": "24085572cbfad5e4ca43fad736e26df7",
    },
    "rust": {
        "EXACT": "ef37fb28c99c00e6ef48d335a029e7a6",
        "TOKENS": "8f9a69baa441017dd8ca435ab2c990df",
        "NORMAL": "ebcd3ebabc3b6e2919abf558932026da",
        "ALPHA": "4771f28ac88569f1927cac2542846a96",
        "SHAPE": "183a0e3f2f1a0df7d492feb268afb2aa",
    },
    "c": {
        "EXACT": "d1c938a9c9153c8293561efbd3b7455c",
        "TOKENS": "cf05268eacf9d2ed317645ec9484b8db",
        "NORMAL": "d1dced3944ec279bba5241d6dd77a196",
        "ALPHA": "78eeb35ca074952ff967a1668d2c7e00",
        "SHAPE": "2a2e482eb5e2a8b219c16ed942a5afa3",
    },
    "cpp": {
        "EXACT": "66de7e5f08fe572e79b91c5443eb5e51",
        "TOKENS": "f0a524ff4bc64b4dbfb9d981af1a8801",
        "NORMAL": "f0a524ff4bc64b4dbfb9d981af1a8801",
        "ALPHA": "43914a53a02e20a733ec921c08e7ecbe",
        "SHAPE": "be776f17783d55ac5a66a768ab2a356e",
    },
    "json": {
        "EXACT": "ba835971376d1935dc5a2e04e3530148",
        "TOKENS": "167d13142ebb3761c597796c5794661d",
        "NORMAL": "167d13142ebb3761c597796c5794661d",
        "ALPHA": "167d13142ebb3761c597796c5794661d",
        "SHAPE": "24831b4db586b80a65b64d9fd88bade2",
    },
    "text": {
        "EXACT": "10b7d338067a6659a77caa532a358e05",
        "TOKENS": "e4f61c0bed390536c7c8a4fc944d24f9",
        "NORMAL": "e4f61c0bed390536c7c8a4fc944d24f9",
        "ALPHA": "e4f61c0bed390536c7c8a4fc944d24f9",
        "SHAPE": "342abee947714ac76c0210c2b2ac291e",
    },
}
