import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Right } from '../../../contract/accounts/roles.ts'
import type { AdminPaths } from '../../app/admin-paths.ts'
import { paths } from '../../app/paths.ts'
import { browserStorage } from '../../browser/storage.ts'
import { createStore, useStore } from '../../browser/store.ts'
import { useRights } from './rights.tsx'
import { SECTIONS } from './section-nav.tsx'
import { useAdminPath } from './use-admin-path.ts'

/**
 * The keyboard shortcuts of the back office. Each presses a control on the screen, so every action also works without them:
 * `data-key` on a control names its key. Inside an element with `data-row` (and `tabIndex={-1}`) the key belongs to that
 * row, elsewhere to the page:
 *
 *   <tr data-row tabIndex={-1}> … <Link data-key="Enter" …> <button data-key="e"> <button data-key="Delete">
 *   <input type="search" data-key="/">  <Link data-key="n">  <button data-key="r">  <button data-key="mod+s">
 *
 * One control may have several: `data-key="Enter e"`. `j` and `k` (and ↓ ↑ in a list) move between rows. All but Ctrl/⌘
 * combinations can be switched off (WCAG 2.1.4).
 */
/** Long enough for slow typists. */
const SECOND_KEY_MS = 3_000

/** The address that `g` and this key lead to; undefined without a right to it. */
function addressOf(key: string, admin: AdminPaths, rights: readonly Right[]): string | undefined {
  if (key === 'i') return paths.home()
  return SECTIONS.find((section) => section.key === key && rights.includes(section.needs))?.path(admin)
}

/** Listens on the whole document while the shell is mounted. */
export function useKeyboardMap(openPalette: () => void, openHelp: () => void): void {
  const rights = useRights()
  const navigate = useNavigate()
  const admin = useAdminPath()
  const isOn = useShortcutsOn()
  const goingSince = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isDialogOpen()) return
      if (isCommand(event, 'k')) return act(event, openPalette)
      if (isCommand(event, 's')) return pressControl(event, 'mod+s')
      if (!isOn || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const isSecond = event.timeStamp - goingSince.current < SECOND_KEY_MS
      const goTo = isSecond ? addressOf(event.key, admin, rights) : undefined
      goingSince.current = Number.NEGATIVE_INFINITY
      if (goTo !== undefined) return act(event, () => void navigate(goTo))
      if (event.key === 'g') goingSince.current = event.timeStamp
      else if (event.key === '?') act(event, openHelp)
      else if (event.key === 'j' || event.key === 'k') moveRow(event, event.key === 'j' ? 1 : -1)
      else if (isRow(event.target) && event.key === 'ArrowDown') moveRow(event, 1)
      else if (isRow(event.target) && event.key === 'ArrowUp') moveRow(event, -1)
      else if (event.key !== 'Enter' || isRow(event.target)) pressControl(event, event.key)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [navigate, admin, isOn, openPalette, openHelp, rights])
}

function isCommand(event: KeyboardEvent, key: string): boolean {
  return (
    (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === key
  )
}

function act(event: KeyboardEvent, action: () => void): void {
  event.preventDefault()
  action()
}

/** The control in the focused row, else that of the page. `X` is `x` with Shift, to select a range. */
function pressControl(event: KeyboardEvent, key: string): void {
  const name = key === 'X' ? 'x' : key
  if (!/^[\w/+]+$/.test(name)) return
  const row = document.activeElement?.closest('[data-row]')
  const control =
    row?.querySelector<HTMLElement>(`[data-key~="${name}"]`) ??
    [...document.querySelectorAll<HTMLElement>(`main [data-key~="${name}"]`)].find(
      (found) => !found.closest('[data-row]') && found.checkVisibility(),
    )
  if (!control) return
  event.preventDefault()
  if (name === '/') return control.focus()
  control.dispatchEvent(
    new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: event.shiftKey }),
  )
}

function moveRow(event: KeyboardEvent, step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')].filter((row) =>
    row.checkVisibility(),
  )
  if (rows.length === 0) return
  event.preventDefault()
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = at === -1 ? firstInView(rows) : rows[Math.min(rows.length - 1, Math.max(0, at + step))]
  next?.focus()
}

function firstInView(rows: HTMLElement[]): HTMLElement | undefined {
  return rows.find((row) => row.getBoundingClientRect().top >= 0) ?? rows[0]
}

function isRow(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.hasAttribute('data-row')
}

const KEYLESS_INPUTS = ['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'file', 'image']

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !KEYLESS_INPUTS.includes(target.type)
  return target.isContentEditable || target.matches('textarea, select')
}

function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null
}

// ---- The switch ------------------------------------------------------------------------------------------------

const STORED = 'adminShortcuts'
const shortcutsOn = createStore(() => browserStorage.read(STORED) !== 'off')

export function useShortcutsOn(): boolean {
  return useStore(shortcutsOn, true)
}

export function setShortcutsOn(isOn: boolean): void {
  shortcutsOn.set(isOn)
  browserStorage.write(STORED, isOn ? 'on' : 'off')
}
