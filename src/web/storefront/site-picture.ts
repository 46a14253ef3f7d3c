/** Address of one of the pictures that belong to the site itself; `width` is one it is kept in. */
export function sitePicture(slug: string, width: number): string {
  return `/pictures/${slug}/${width}.webp`
}
