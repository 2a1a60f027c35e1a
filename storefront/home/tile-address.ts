/** The address of a tile: its own code or brand first, then each of its tags. */
export function tileAddress(
  name: 'categoryCode' | 'brandId',
  value: string,
  tags: string[],
): string {
  const query = new URLSearchParams([[name, value], ...tags.map((tag) => ['tagId', tag])])
  return `/products?${query.toString()}`
}
