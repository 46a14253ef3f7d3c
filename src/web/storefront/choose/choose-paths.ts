/** The addresses of these pages: beside them, as every page begins with what is in `app/paths.ts`. */
export const choosePaths = {
  finder: () => '/elegir',
  compare: (ids: readonly number[] = []) => withIds('/comparar', ids),
  favorites: (ids: readonly number[] = []) => withIds('/favoritos', ids),
}

function withIds(path: string, ids: readonly number[]): string {
  return ids.length > 0 ? `${path}?ids=${ids.join(',')}` : path
}
