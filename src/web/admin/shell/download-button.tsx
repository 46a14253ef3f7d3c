import { Download } from 'lucide-react'
import { useState } from 'react'
import { queryString, Refusal } from '../../data/api.ts'
import { download } from '../../data/download.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { showToast } from '../../ui/toast.tsx'

interface DownloadButtonProps {
  /** Under `/api`. */
  path: string
  query?: object
  /** File name. */
  name: string
  children: string
}

export function DownloadButton({ path, query, name, children }: DownloadButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    setIsBusy(true)
    try {
      await download(path + queryString(query), name)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      showToast('error', error.message)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <BusyButton className="secondary" busy={isBusy} busyText="Preparando…" onClick={() => void save()}>
      <Download aria-hidden="true" size={20} />
      {children}
    </BusyButton>
  )
}
