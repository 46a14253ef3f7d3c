import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SheetReport } from '../../../contract/catalog/sheets.ts'
import { Refusal } from '../../data/api.ts'
import { showToast } from '../../ui/toast.tsx'
import { pricesChanged } from './prices-query.ts'
import { sendSheet } from './sheet-calls.ts'

/** A chosen sheet is checked by a dry run; it is saved after its report was shown. */
export function useSheet() {
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const [report, setReport] = useState<SheetReport>()
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState<'trying' | 'saving'>()
  const send = async (sheet: File, dryRun: boolean) => {
    setBusy(dryRun ? 'trying' : 'saving')
    setFailure('')
    try {
      const answer = await sendSheet(sheet, dryRun)
      setReport(answer)
      if (!answer.saved) return
      showToast('success', 'Planilla guardada')
      pricesChanged(client)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setReport(undefined)
      setFailure(error.message)
    } finally {
      setBusy(undefined)
    }
  }
  return {
    report,
    failure,
    busy,
    choose: (chosen: File | undefined) => {
      setFile(chosen)
      setReport(undefined)
      setFailure('')
      if (chosen) void send(chosen, true)
    },
    save: () => file && void send(file, false),
  }
}
