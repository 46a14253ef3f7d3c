/** Address of a picture that belongs to the site itself, in one of its stored widths. */
export function sitePicture(slug: string, width: number): string {
  return `/pictures/${slug}/${width}.webp`
}
