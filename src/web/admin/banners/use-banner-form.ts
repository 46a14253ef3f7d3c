import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Banner } from '../../../contract/banners.ts'
import { pictureFileError } from '../../../contract/pictures.ts'
import { createBanner, listBanners, patchBanner } from '../../../contract/calls.ts'
import { tabAttempt } from '../../browser/drafts.ts'
import { call } from '../../data/api.ts'
import { sendOnce } from '../../data/send-once.ts'
import { keptEdits } from '../../forms/kept-edits.ts'
import { mergeFields } from '../../forms/three-way.ts'
import { type Form, useForm } from '../../forms/use-form.ts'
import { useMerge } from '../../forms/use-merge.ts'
import { useUpload } from '../../forms/use-upload.ts'
import { showToast } from '../../ui/toast.tsx'
import {
  BANNER_FIELD,
  type BannerDraft,
  bannerBody,
  bannerErrors,
  changedBanner,
  draftOfBanner,
  NEW_BANNER,
  shownBannerValue,
} from './banner-draft.ts'
import type { PixelSize } from './banner-rules.ts'
import { bannersChanged, setBanners } from './banners-query.ts'
import { mobileVersion } from './mobile-version.ts'

export const FAILED = 'Error al guardar la imagen'
const uploadFailed = (reason: string) => `Error al subir la imagen: ${reason}`

const attempt = tabAttempt('bannerAttempt', 'owner')

const { useKept, useKeep } = keptEdits<{ base: BannerDraft; values: BannerDraft }>()

export type BannerFormState = ReturnType<typeof useBannerForm>

/** The values, kept when the session ends. */
function useBannerDraft(banner: Banner | undefined) {
  const name = `banner ${banner?.id ?? 'new'}`
  const kept = useKept(name)
  const form = useForm({
    base: kept?.base ?? (banner ? draftOfBanner(banner) : NEW_BANNER),
    values: kept?.values,
    errorsOf: bannerErrors,
    idOf: (field) => `banner-${field}`,
    failed: FAILED,
  })
  useKeep(name, form.isDirty ? { base: form.base, values: form.values } : undefined)
  return form
}

/** `banner` is undefined for a new one. */
export function useBannerForm(banner: Banner | undefined, onDone: () => void) {
  const form = useBannerDraft(banner)
  const pictures = useBannerPictures(form)
  const { main, mobile } = pictures
  const isSending = main.isSending || mobile.isSending
  const shop = useBannerWrites(banner?.id ?? 0)
  const done = () => {
    showToast('success', banner ? 'Banner actualizado' : 'Banner agregado')
    onDone()
  }
  const merge = useMerge<BannerDraft, BannerDraft>({
    form,
    // A deleted banner is not in the list, and the write is refused.
    read: async () => (await shop.read()) ?? form.base,
    write: shop.write,
    merge: (base, mine, theirs) =>
      mergeFields({ base, mine, theirs }, { label: (field) => BANNER_FIELD[field], show: shownBannerValue }),
    isUnversioned: true,
    onSaved: done,
  })
  const save = async (draft: BannerDraft) => {
    if (banner) return merge.save(draft, form.base)
    await shop.create(draft)
    done()
  }
  return {
    ...form,
    ...pictures,
    merge,
    isNew: banner === undefined,
    isSending,
    isUnsaved: isSending || form.isDirty,
    onSubmit: form.onSubmit(save, isSending),
  }
}

/** The uploads of its two pictures; `size` is that of the main one. */
function useBannerPictures({ change, fail }: Pick<Form<BannerDraft, BannerDraft>, 'change' | 'fail'>) {
  const [size, setSize] = useState<PixelSize>()
  const shared = (name: 'image_url' | 'mobile_image_url') => ({
    preset: 'banner' as const,
    check: pictureFileError,
    failed: uploadFailed,
    onDone: (path: string) => {
      change({ [name]: path })
      showToast('success', 'Imagen subida exitosamente')
    },
    onProblem: (problem: string) => showToast('error', problem),
  })
  const main = useUpload({
    ...shared('image_url'),
    onStart: (file) => void sizeOf(file).then(setSize),
  })
  const mobile = useUpload(shared('mobile_image_url'))
  /** Crops the picture for phones from the main one. */
  const cut = async (address: string) => {
    try {
      mobile.take(await mobileVersion(address))
    } catch (error) {
      const text = uploadFailed(error instanceof Error ? error.message : 'motivo desconocido')
      showToast('error', text)
      fail({ fields: { mobile_image_url: text }, general: [] })
    }
  }
  return { main, mobile, size, setSize, cut }
}

/** Reads and writes one banner, and updates the list. */
function useBannerWrites(id: number) {
  const queryClient = useQueryClient()
  const whenWritten = <Answer>(answer: Promise<Answer>) => answer.finally(() => bannersChanged(queryClient))
  return {
    read: async () => {
      const found = (await call(listBanners)).find((each) => each.id === id)
      return found && draftOfBanner(found)
    },
    write: async (draft: BannerDraft, theirs: BannerDraft) => {
      const body = changedBanner(draft, theirs)
      const saved = await whenWritten(call(patchBanner, { params: { id }, body }))
      setBanners(queryClient, (all) => all.map((each) => (each.id === id ? saved : each)))
      return draftOfBanner(saved)
    },
    create: async (draft: BannerDraft) => {
      const typed = bannerBody(draft)
      const body = { ...typed, image_url: typed.image_url ?? '' }
      const saved = await whenWritten(
        sendOnce(attempt, body, (idempotencyKey) => call(createBanner, { body, idempotencyKey })),
      )
      setBanners(queryClient, (all) => [...all, saved].toSorted((a, b) => a.order - b.order))
    },
  }
}

/** Undefined when this browser cannot decode it; the server then reports it. */
async function sizeOf(file: File): Promise<PixelSize | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined)
  const size = picture && { width: picture.width, height: picture.height }
  picture?.close()
  return size
}
