export const UNAVAILABLE_NOTE =
  " If address search is not set up or unavailable, the response is a 503, never an empty list.";
