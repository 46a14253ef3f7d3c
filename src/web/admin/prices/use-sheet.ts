import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { SheetReport } from '../../../contract/catalog/sheets.ts'
import { tabAttempt } from '../../browser/drafts.ts'
import { Refusal } from '../../data/api.ts'
import { saysNotDone, sendOnce } from '../../data/send-once.ts'
import { showToast } from '../../ui/toast.tsx'
import { pricesChanged } from './prices-query.ts'
import { sendSheet } from './sheet-calls.ts'

const attempt = tabAttempt('sheetAttempt', 'owner')

function saveSheet(sheet: File): Promise<SheetReport> {
  const { name, size, lastModified } = sheet
  return sendOnce(attempt, { name, size, lastModified }, (key) => sendSheet(sheet, key))
}

/** A chosen sheet is checked by a dry run; it is saved after its report was shown, and again if the outcome is unknown. */
export function useSheet() {
  const client = useQueryClient()
  const [report, setReport] = useState<SheetReport>()
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState<'trying' | 'saving'>()
  const latest = useRef<File>(undefined)
  const send = async (sheet: File, dryRun: boolean) => {
    setBusy(dryRun ? 'trying' : 'saving')
    setFailure('')
    try {
      const answer = await (dryRun ? sendSheet(sheet) : saveSheet(sheet))
      // Another file was chosen meanwhile.
      if (latest.current !== sheet) return
      setReport(answer)
      if (!answer.saved) return
      showToast('success', 'Planilla guardada')
      pricesChanged(client)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (latest.current !== sheet) return
      if (dryRun || saysNotDone(error)) setReport(undefined)
      setFailure(error.message)
    } finally {
      if (latest.current === sheet) setBusy(undefined)
    }
  }
  return {
    report,
    failure,
    busy,
    choose: (chosen: File | undefined) => {
      latest.current = chosen
      setBusy(undefined)
      setReport(undefined)
      setFailure('')
      if (chosen) void send(chosen, true)
    },
    save: () => latest.current && void send(latest.current, false),
  }
}
