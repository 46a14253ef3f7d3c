import type { NavigateOptions } from 'react-router'

/**
 * For a change of a list's filters: drawn at once, so that the next change begins from this one, and without the loaders of
 * the frame, which would run first.
 */
export const IN_PLACE = {
  preventScrollReset: true,
  flushSync: true,
  defaultShouldRevalidate: false,
} satisfies NavigateOptions
