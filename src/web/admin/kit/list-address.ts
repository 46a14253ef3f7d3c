import { readPage } from './read-page.ts'

/** A filter in the address; '' stands for an absent parameter. An unknown value is read as if it were absent. */
interface Param<Value> {
  /** The parameter; by default the name of the filter. */
  name?: string | undefined
  read: (text: string) => Value
  write: (value: Value) => string
}

/** The filters of a list, each kept in the address. */
export interface ListAddress<Filter> {
  read: (params: URLSearchParams) => Paged<Filter>
  write: (filter: Paged<Filter>) => URLSearchParams
}

export type Paged<Filter> = Filter & { page: number }

/** One of `values`; absent: none. */
export function oneOf<const V extends string>(values: readonly V[], name?: string): Param<V | undefined> {
  return { name, read: (text) => values.find((value) => value === text), write: (value) => value ?? '' }
}

/** One of `values`; absent: `otherwise`. */
export function oneOrElse<const V extends string>(
  values: readonly V[],
  otherwise: V,
  name?: string,
): Param<V> {
  return {
    name,
    read: (text) => values.find((value) => value === text) ?? otherwise,
    write: (value) => (value === otherwise ? '' : value),
  }
}

/** A search. */
export const words: Param<string> = { read: (text) => text.trim(), write: (text) => text }

/** A day of the calendar, `2026-11-20`. */
export const day: Param<string> = { read: (text) => (isDay(text) ? text : ''), write: (text) => text }

/** Whether the calendar has this day: it has no 31 November. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** The address of a list; its page comes last. */
export function listAddress<Filter extends object>(
  fields: {
    [Name in keyof Filter]: Param<Filter[Name]>
  },
): ListAddress<Filter> {
  // safe: a parameter writes only the filter it stands for
  const all = Object.entries(fields) as [keyof Filter & string, Param<Filter[keyof Filter]>][]
  return {
    read: (params) => {
      const read = all.map(([key, { name = key, read }]) => [key, read(params.get(name)?.trim() ?? '')])
      // safe: each filter is read by its own parameter
      return { ...(Object.fromEntries(read) as Filter), page: readPage(params) }
    },
    write: (filter) => {
      const params = new URLSearchParams()
      for (const [key, { name = key, write }] of all) {
        const text = write(filter[key])
        if (text !== '') params.set(name, text)
      }
      if (filter.page > 1) params.set('page', String(filter.page))
      return params
    },
  }
}
