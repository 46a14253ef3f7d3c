interface PagesOf<Page> {
  fetchNextPage: () => Promise<{ data: { pages: Page[] } | undefined }>
  refetch: () => Promise<unknown>
}

/**
 * Loads the next page of a list that is paged by number. Rows that vanished meanwhile pulled the next ones onto pages that are
 * loaded already; the count of each page tells, and then all are asked again. `earlier`: pages that are kept elsewhere.
 */
export async function loadNext<Page extends { count?: number | undefined }>(
  list: PagesOf<Page>,
  earlier: Page[] = [],
  refetchEarlier?: () => Promise<unknown>,
): Promise<void> {
  const { data } = await list.fetchNextPage()
  const counts = new Set([...earlier, ...(data?.pages ?? [])].map(({ count }) => count))
  if (counts.size > 1) await Promise.all([refetchEarlier?.(), list.refetch()])
}
