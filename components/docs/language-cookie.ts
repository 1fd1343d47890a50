export const LANGUAGE_COOKIE = "sample-language";
