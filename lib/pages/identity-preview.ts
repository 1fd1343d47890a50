/** A tracking page of nobody's delivery, which the settings show in a frame: the only page that may be in one. */
export const IDENTITY_PREVIEW = "/dashboard/settings/shop/preview";
