import { type FormEvent, useState } from 'react'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { errorsOf, type ProductDraft } from './product-draft.ts'
import type { ProductForm } from './use-product-form.ts'

/** 'marca ni presentaciones': what a product lacks that the shop would show; undefined when nothing, or when it is hidden. */
export function lackedWhenShown(draft: ProductDraft): string | undefined {
  if (!draft.available) return undefined
  const lacked = [
    ...(draft.brand_id === '' ? ['marca'] : []),
    ...(draft.blisters.length === 0 ? ['presentaciones'] : []),
  ]
  return lacked.length === 0 ? undefined : lacked.join(' ni ')
}

/** Confirms saving a visible product that is incomplete. */
export function usePublishQuestion(form: ProductForm) {
  const [lacked, setLacked] = useState<string>()
  const onSubmit = (event: FormEvent) => {
    const missing = form.isUploading || form.isBusy ? undefined : lackedWhenShown(form.values)
    if (missing === undefined || Object.keys(errorsOf(form.values)).length > 0) return form.onSubmit(event)
    event.preventDefault()
    setLacked(missing)
  }
  const save = () => {
    setLacked(undefined)
    form.save()
  }
  const dialog = (
    <ConfirmDialog
      open={lacked !== undefined}
      title={`¿Guardar sin ${lacked}?`}
      confirmText="Guardar igual"
      cancelText="Seguir editando"
      danger={false}
      onConfirm={save}
      onClose={() => setLacked(undefined)}
    >
      <p>{`El producto está en «Disponible»: la tienda lo muestra sin ${lacked}.`}</p>
    </ConfirmDialog>
  )
  return { onSubmit, dialog }
}
