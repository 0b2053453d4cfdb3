const x = <a b='&amp;' c='d'/>;
