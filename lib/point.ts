/** In degrees of WGS 84. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}
