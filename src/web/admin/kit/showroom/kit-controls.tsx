import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ORDER_STATUSES } from '../../../../contract/orders/order-status.ts'
import { CLAIM_STATUSES } from '../../../../contract/warranty/warranty-status.ts'
import { ClaimStatusBadge } from '../../../shop/claim-status-badge.tsx'
import { OrderStatusBadge } from '../../../shop/order-status-badge.tsx'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { QuantityStepper } from '../../../ui/form/quantity-stepper.tsx'
import { Switch } from '../../shell/switch.tsx'
import { BarChart } from '../../../ui/chart/bar-chart.tsx'
import { TimeChart } from '../../../ui/chart/time-chart.tsx'
import '../controls.css'

const LOOKS = { primary: 'Principal', secondary: 'Secundario', quiet: 'Discreto', danger: 'Peligroso' }
const TONES = ['ok', 'warn', 'err', 'info', 'auto', 'fem', 'reg', 'merch', 'lim', 'sale']

export function Buttons() {
  return (
    <>
      {Object.entries(LOOKS).map(([look, name]) => (
        <div className="kit-row" key={look}>
          <button type="button" className={`button ${look}`}>
            {name}
          </button>
          <button type="button" className={`button ${look} large`}>
            {`${name}, grande`}
          </button>
          <button type="button" className={`button ${look} icon-only`} aria-label={`${name}, solo ícono`}>
            <Trash2 aria-hidden="true" size={20} />
          </button>
          <button type="button" className={`button ${look}`} disabled>
            {`${name}, inactivo`}
          </button>
          <BusyButton className={look} busy busyText="Guardando…">
            Guardar
          </BusyButton>
        </div>
      ))}
      <button type="button" className="button primary block">
        De lado a lado
      </button>
    </>
  )
}

export function Badges() {
  return (
    <div className="kit-row">
      <span className="badge">neutra</span>
      {TONES.map((tone) => (
        <span key={tone} className={`badge ${tone}`}>
          {tone}
        </span>
      ))}
      {ORDER_STATUSES.map((status) => (
        <OrderStatusBadge key={status} status={status} />
      ))}
      {CLAIM_STATUSES.map((status) => (
        <ClaimStatusBadge key={status} status={status} />
      ))}
    </div>
  )
}

export function Choices() {
  const [isOn, setIsOn] = useState(true)
  const [quantity, setQuantity] = useState(2)
  return (
    <div className="kit-row">
      <Switch isOn={isOn} text="Encendido o apagado" onClick={() => setIsOn(!isOn)} />
      <Switch isOn={false} text="Ocupado" aria-disabled="true" />
      <label className="admin-check">
        <input type="checkbox" defaultChecked />
        <span>Casilla</span>
      </label>
      <QuantityStepper label="Cantidad" value={quantity} min={1} max={5} onChange={setQuantity} />
      <QuantityStepper label="Cantidad, en el máximo" value={5} min={1} max={5} onChange={() => {}} />
    </div>
  )
}

const WEEK = [12, 0, 30, -8, 44, 21, 9]
const YEAR = Array.from({ length: 120 }, (_, n) => Math.round(60 + 40 * Math.sin(n / 9) + (n % 7) * 5))

const pointsOf = (values: number[]) =>
  values.map((value, place) => ({
    key: String(place),
    value,
    short: value === 0 ? '' : String(value),
    isOpen: place === values.length - 1,
  }))

/** Columns with their values, many columns, a line, and bars. Below zero and what has not ended are hatched. */
export function Charts() {
  return (
    <div className="kit-grid">
      {[WEEK, YEAR.slice(0, 40), YEAR].map((values) => (
        <TimeChart
          key={values.length}
          points={pointsOf(values)}
          sentence={`${values.length} valores`}
          first="1 de noviembre"
          last="Hoy"
          most={`Máximo: ${Math.max(...values)}`}
        />
      ))}
      <BarChart
        sentence="Tres genéticas"
        bars={[
          { key: 'a', label: 'Puna Violeta', value: 71_300, text: '$ 71.300' },
          {
            key: 'b',
            label: 'Un nombre tan largo que no entra en su lugar',
            value: 43_500,
            text: '$ 43.500',
          },
          { key: 'c', label: 'Devuelta', value: -9_000, text: '-$ 9.000' },
        ]}
      />
    </div>
  )
}
