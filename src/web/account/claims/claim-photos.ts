import { useEffect, useSyncExternalStore } from 'react'
import { MAX_CLAIM_PHOTOS } from '../../../contract/limits.ts'
import { pictureFileError } from '../../../contract/pictures.ts'
import type { Owner } from '../../browser/drafts.ts'
import { createStore } from '../../browser/store.ts'
import type { Refusal } from '../../data/api.ts'
import { startUpload, type RunningUpload, type UploadState } from '../../forms/upload.ts'
import { showToast } from '../../ui/toast.tsx'
import { claimPhotosDraft, forgetClaimDraft } from './claim-draft.ts'

/** A photo of a claim. Until it is uploaded, its file exists only in this page. */
export type Photo =
  | { state: 'uploading'; file: File; preview: string; percent: number | undefined }
  | { state: 'failed'; file: File; preview: string; text: string; isOffline: boolean; waitSeconds?: number }
  | { state: 'uploaded'; address: string; preview: string; file?: File }
  /** Refused for good: the slot is free, with the reason. */
  | { state: 'refused'; text: string; preview: ''; file?: undefined }

/** Blister, Proceso, Resultado. */
export type Photos = readonly (Photo | undefined)[]

// Outside React, so that an upload continues while the user is at another step or signs in.
const NONE: Photos = Array.from({ length: MAX_CLAIM_PHOTOS }, () => undefined)
const byOwner = createStore(() => new Map<Owner, Photos>())
const running = new Map<File, RunningUpload>()

/** The photos of this user's claim. */
export function useClaimPhotos(owner: Owner): Photos {
  const photos = useSyncExternalStore(
    byOwner.subscribe,
    () => photosOf(owner),
    () => NONE,
  )
  useEffect(() => {
    const retry = () => retryFailed(owner, (photo) => photo.isOffline)
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [owner])
  const atRisk = photos.some(isOnlyHere)
  useEffect(() => {
    if (!atRisk) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [atRisk])
  return photos
}

/** Whether the photo is not uploaded yet, so that its file exists only in this page. */
export function isOnlyHere(photo: Photo | undefined): boolean {
  return photo?.state === 'uploading' || photo?.state === 'failed'
}

/** Whether the photo will be part of the claim. */
export function isChosen(photo: Photo | undefined): boolean {
  return photo !== undefined && photo.state !== 'refused'
}

export function photosOf(owner: Owner): Photos {
  const all = byOwner.get()
  const known = all.get(owner)
  if (known?.some(Boolean)) return known
  // Photos chosen before signing in are taken over.
  const before = owner === null ? undefined : all.get(null)
  const photos = before?.some(Boolean) ? before : (known ?? restored(owner))
  if (photos === before) all.delete(null)
  all.set(owner, photos)
  if (photos === before) claimPhotosDraft.keep(owner, addressesOf(photos))
  return photos
}

function restored(owner: Owner): Photos {
  const addresses = claimPhotosDraft.read(owner)
  return NONE.map((_, slot) => {
    const address = addresses?.[slot]
    return address ? { state: 'uploaded', address, preview: address } : undefined
  })
}

/** Puts a checked file into a slot and starts its upload. */
export function addPhoto(owner: Owner, slot: number, file: File): void {
  removePhoto(owner, slot)
  // Without a local preview, a file that may be no image is shown once the shop has stored it.
  const preview = pictureFileError(file) === undefined ? URL.createObjectURL(file) : ''
  upload(owner, slot, file, preview)
}

export function removePhoto(owner: Owner, slot: number): void {
  const photo = photosOf(owner)[slot]
  if (!photo) return
  if (photo.file) running.get(photo.file)?.cancel()
  if (photo.preview.startsWith('blob:')) URL.revokeObjectURL(photo.preview)
  set(owner, slot, undefined)
}

export function retryPhoto(owner: Owner, slot: number): void {
  const photo = photosOf(owner)[slot]
  if (photo?.state === 'failed') upload(owner, slot, photo.file, photo.preview)
}

type Failed = Extract<Photo, { state: 'failed' }>

function retryFailed(owner: Owner, which: (photo: Failed) => boolean): void {
  photosOf(owner).forEach((photo, slot) => {
    if (photo?.state === 'failed' && which(photo)) retryPhoto(owner, slot)
  })
}

/** Retries failed uploads once, waits for all of them, and returns the result. */
export async function allPhotosSent(owner: Owner): Promise<Photos> {
  retryFailed(owner, () => true)
  await Promise.all([...running.values()].map(({ ended }) => ended))
  return photosOf(owner)
}

/** The server no longer has this upload: uploads it again if its file still exists, else removes it with a text. */
export function photoIsGone(owner: Owner, slot: number, text: string): void {
  const photo = photosOf(owner)[slot]
  if (!photo) return
  if (photo.file) {
    set(owner, slot, { state: 'failed', file: photo.file, preview: photo.preview, text, isOffline: false })
  } else removePhoto(owner, slot)
}

/** After the claim is filed or the user has left: removes the photos here and in the tab's storage. */
export function forgetClaim(): void {
  forgetClaimDraft()
  for (const { cancel } of running.values()) cancel()
  for (const photos of byOwner.get().values()) {
    for (const photo of photos) if (photo?.preview.startsWith('blob:')) URL.revokeObjectURL(photo.preview)
  }
  byOwner.set(new Map())
}

/** By slot, null for a photo that is not uploaded. */
export function addressesOf(photos: Photos): (string | null)[] {
  return photos.map((photo) => (photo?.state === 'uploaded' ? photo.address : null))
}

function upload(owner: Owner, slot: number, file: File, preview: string): void {
  set(owner, slot, { state: 'uploading', file, preview, percent: undefined })
  const started = startUpload(file, { preset: 'warranty', check: pictureFileError }, (now) => {
    // The visitor may have signed in or removed it meanwhile.
    const holder = [...byOwner.get()].find(([, photos]) => photos[slot]?.file === file)
    if (!holder) return
    const photo = photoAt(now, file, preview)
    if (photo.state === 'refused') showToast('error', photo.text)
    set(holder[0], slot, photo)
  })
  running.set(file, started)
  void started.ended.finally(() => running.delete(file))
}

function photoAt(now: UploadState, file: File, preview: string): Photo {
  if (now.step === 'sending') return { state: 'uploading', file, preview, percent: now.percent }
  if (now.step === 'done')
    return { state: 'uploaded', address: now.address, preview: preview || now.address, file }
  return now.step === 'refused'
    ? refusedPhoto(now.problem, preview)
    : photoThatFailed(now.refusal, file, preview)
}

/** Not a picture, too large, not allowed: a retry would change nothing. */
const FINAL = new Set([400, 403, 413, 415, 422])

function photoThatFailed(refusal: Refusal, file: File, preview: string): Photo {
  const { status, body, retryAfterSeconds } = refusal
  const isOffline = status === 0
  const text =
    body.error ?? (isOffline ? 'Sin conexión: la foto espera en esta página' : 'La foto no se pudo subir')
  if (!FINAL.has(status)) {
    const wait = retryAfterSeconds !== undefined && { waitSeconds: retryAfterSeconds }
    return { state: 'failed', file, preview, text, isOffline, ...wait }
  }
  return refusedPhoto(text, preview)
}

function refusedPhoto(text: string, preview: string): Photo {
  URL.revokeObjectURL(preview)
  return { state: 'refused', text, preview: '' }
}

function set(owner: Owner, slot: number, photo: Photo | undefined): void {
  const photos = photosOf(owner).with(slot, photo)
  claimPhotosDraft.keep(owner, addressesOf(photos))
  byOwner.set(byOwner.get().set(owner, photos))
}
