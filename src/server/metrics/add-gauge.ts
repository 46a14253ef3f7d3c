import { Gauge, type GaugeConfiguration, type Registry } from 'prom-client'

export function addGauge<Label extends string>(
  registry: Registry,
  gauge: GaugeConfiguration<Label>,
): Gauge<Label> {
  return new Gauge({ ...gauge, registers: [registry] })
}
