export const UNAVAILABLE_NOTE =
  " Where the service has no addresses to search, or they cannot be reached, the answer is a 503 and never an empty list.";
