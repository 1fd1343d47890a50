/** The cookie that keeps the chosen language of samples, so that pages come with it. */
export const LANGUAGE_COOKIE = "sample-language";
