import {
  COMPARED_FULL,
  favoritesFull,
  MAX_COMPARED,
  MAX_LOCAL_FAVORITES,
} from '../../../contract/catalog/choosing.ts'
import { addFavorite, dropFavorite, listFavorites, mergeFavorites } from '../../../contract/catalog/calls.ts'
import { call } from '../../data/api.ts'
import { createStore } from '../../browser/store.ts'
import { browserStorage, tabStorage } from '../../browser/storage.ts'
import { readSession } from '../../session/session.ts'
import { showToast } from '../../ui/toast.tsx'
import { compared, favorites, type Ids } from '../product-card/chosen.ts'

/** A press on 'Comparar' or on the heart of a product. */
export function choose(button: HTMLButtonElement): void {
  const id = Number(button.value)
  if (button.formAction.endsWith('/favoritos')) void toggleFavorite(id)
  else toggleCompared(id)
}

const toggled = (ids: Ids, id: number) =>
  ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]

export function toggleCompared(id: number): void {
  const ids = toggled(compared.get(), id)
  if (ids.length > MAX_COMPARED) showToast('info', COMPARED_FULL)
  else setCompared(ids)
}

export function setCompared(ids: Ids): void {
  compared.set(ids)
  tabStorage.writeJson('compare', ids)
}

/** Shown at once; taken back when the shop refuses. */
export async function toggleFavorite(id: number): Promise<void> {
  const before = favorites.get()
  const isKept = before.includes(id)
  const after = isKept ? before.filter((other) => other !== id) : [id, ...before]
  if (!readSession()) {
    // The oldest stay when there is no more room.
    keepHere(after.length > MAX_LOCAL_FAVORITES ? [...before, id] : after)
    return
  }
  favorites.set(after)
  try {
    if (isKept) await call(dropFavorite, { params: { id } })
    else await call(addFavorite, { params: { id } })
  } catch (error) {
    favorites.set(toggled(favorites.get(), id))
    showToast('error', textOf(error))
  }
}

/** All of a list, as far as there is room. */
export async function keepAll(ids: Ids): Promise<void> {
  const before = favorites.get()
  if (!readSession()) {
    keepHere([...before, ...ids.filter((id) => !before.includes(id))])
    return
  }
  try {
    favorites.set((await call(mergeFavorites, { body: { ids: ids.slice(0, MAX_LOCAL_FAVORITES) } })).ids)
  } catch (error) {
    showToast('error', textOf(error))
  }
}

/** In this browser. */
function keepHere(ids: Ids): void {
  if (ids.length > MAX_LOCAL_FAVORITES) showToast('info', favoritesFull(MAX_LOCAL_FAVORITES))
  const kept = ids.slice(0, MAX_LOCAL_FAVORITES)
  browserStorage.writeJson('favorites', kept)
  favorites.set(kept)
}

/** Whether the account has said which ones are its own. */
export const fromAccount = createStore<'asked' | 'known' | 'failed'>(() => 'asked')

/** Those of the account; what this browser kept goes there first. */
export async function takeFromAccount(): Promise<void> {
  fromAccount.set('asked')
  const here = browserStorage.readJson('favorites')
  const ids = Array.isArray(here) ? here.filter((id) => Number.isSafeInteger(id) && id > 0) : []
  try {
    const answer = await (ids.length > 0
      ? call(mergeFavorites, { body: { ids: ids.slice(0, MAX_LOCAL_FAVORITES) } })
      : call(listFavorites))
    browserStorage.remove('favorites')
    favorites.set(answer.ids)
    fromAccount.set('known')
  } catch {
    // Hearts stay as they are; the page of favourites says it.
    fromAccount.set('failed')
  }
}

const textOf = (error: unknown) =>
  error instanceof Error ? error.message : 'No se pudo guardar. Probá otra vez.'
