import { type RefObject, useEffect } from 'react'

const MM_PER_PX = 25.4 / 96
const MARGIN_MM = 4

/**
 * Sets the page length of each sheet on a roll after each render, as CSS cannot derive the page height from content.
 */
export function useRollPages(box: RefObject<HTMLElement | null>, isRoll: boolean): void {
  useEffect(() => {
    const sheets = isRoll ? [...(box.current?.querySelectorAll<HTMLElement>('[data-sheet]') ?? [])] : []
    if (sheets.length === 0) return undefined
    const pages = new CSSStyleSheet()
    for (const [at, sheet] of sheets.entries()) {
      // On the screen the margin is padding.
      const height = Math.ceil(sheet.getBoundingClientRect().height * MM_PER_PX) + 1
      pages.insertRule(`@page roll-${at} { size: 80mm ${height}mm; margin: ${MARGIN_MM}mm; }`)
      pages.insertRule(`@media print { [data-sheet="${at}"] { page: roll-${at}; } }`)
    }
    document.adoptedStyleSheets.push(pages)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== pages)
    }
  })
}
