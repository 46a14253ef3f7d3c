import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { tabStorage } from '../../browser/storage.ts'
import { useSession } from '../../session/session.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'

const SEEN = 'guideNoticeSeen'

type NoticeView = 'notice' | 'offer' | undefined

/** Opens once per session, when nothing covers the page. */
export function useNotice() {
  const [view, setView] = useState<NoticeView>()
  useEffect(() => {
    if (tabStorage.read(SEEN)) return undefined
    const html = document.documentElement
    // The age gate comes first; a modal dialog would cover it.
    const isFree = () => html.classList.contains('age-ok') || document.getElementById('gate') === null
    const open = () => {
      if (!isFree()) return
      gate.disconnect()
      setView('notice')
    }
    const gate = new MutationObserver(open)
    gate.observe(html, { attributes: true, attributeFilter: ['class'] })
    const soon = setTimeout(open)
    return () => {
      clearTimeout(soon)
      gate.disconnect()
    }
  }, [])
  const show = (next: NoticeView) => {
    if (next === undefined) tabStorage.write(SEEN, '1')
    setView(next)
  }
  return [view, show] as const
}

interface GuideNoticeProps {
  view: NoticeView
  points: string[]
  onShow: (view: NoticeView) => void
}

/** What the guarantee covers, and an offer to sign in before a claim. */
export function GuideNotice({ view, points, onShow }: GuideNoticeProps) {
  const go = useRef<HTMLButtonElement>(null)
  const close = () => onShow(undefined)
  if (view === 'offer') return <LoginOffer onClose={close} />
  return (
    <Dialog open={view === 'notice'} onClose={close} title="Aviso de garantía" initialFocus={go}>
      <p>Antes de germinar:</p>
      <NoticePoints points={points} />
      <div className="dialog-actions">
        <ClaimLink className="button secondary" onOffer={() => onShow('offer')} />
        <button type="button" className="button primary" ref={go} onClick={close}>
          Entendido, continuar
        </button>
      </div>
    </Dialog>
  )
}

/** What the guarantee covers. */
export function NoticePoints({ points }: { points: string[] }) {
  return (
    <ul className="bullets stack-2">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  )
}

/** Link to the claims of the account. Visitors without a session choose first how to continue. */
export function ClaimLink({ className, onOffer }: { className: string; onOffer: () => void }) {
  const session = useSession()
  return (
    <Link
      className={className}
      to={paths.account('warranty')}
      onClick={(event) => {
        if (session || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onOffer()
      }}
    >
      Pedir garantia
    </Link>
  )
}

function LoginOffer({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const leave = (path: string) => {
    onClose()
    void navigate(path)
  }
  return (
    <Dialog open onClose={onClose} title="Pedir garantía">
      <p>Si entrás a tu cuenta, elegís el pedido y seguís la respuesta. También podés sin cuenta.</p>
      <div className="dialog-actions">
        <button type="button" className="button secondary" onClick={() => leave(paths.warranty())}>
          Seguir sin cuenta
        </button>
        <button
          type="button"
          className="button primary"
          onClick={() => leave(paths.login(paths.account('warranty')))}
        >
          Iniciar sesión
        </button>
      </div>
    </Dialog>
  )
}
