import { setTimeout as pause } from 'node:timers/promises'

import type { SIMULATED_SERVICES } from '#contract/reports/simulation-report.ts'
import { type Ports, ServiceDown } from '#server/platform/services/service-ports.ts'

export type Service = (typeof SIMULATED_SERVICES)[number]

/**
 * How a call to an outside service can fail. The caller gets ServiceDown. `isPerformed`: whether the service performed
 * the call anyway.
 */
export const WAYS = {
  /** The connection is refused. */
  refused: { does: false },
  /** Too many calls: retry later. */
  busy: { does: false },
  broken: { does: false },
  /** The response is invalid, but the call was performed. */
  garbage: { does: true },
  /** The service did the work, but the connection broke before the response. */
  lost: { does: true },
  hangs: { does: false },
  /** The service is slow but answers. */
  slow: { does: true },
} as const
export type Way = keyof typeof WAYS

const ALL_FAULTS = Object.keys(WAYS) as Way[]
const SLOW_MS = 120
const HANGS_MS = 60
/** Only these methods fail. A sandbox has further ones, for its pages. */
const OF_THE_PORT: Readonly<Record<Service, readonly string[]>> = {
  payments: ['create', 'find', 'cancel', 'refund'],
  delivery: ['options', 'submit', 'change', 'cancel', 'eventsSince', 'tracking', 'stock'],
  addresses: ['autocomplete', 'details', 'validate'],
  mail: ['send'],
}

export type Weather = {
  random: () => number
  /** The share of calls that fail. */
  failing: number
  /** The services that are completely down now. */
  down(): readonly string[]
  /** Called once for each call, with its simulated failure or null. */
  onCall(service: Service, way: Way | null): void
  /** Called for a call that was performed but reported as failed. */
  onFailover(service: Service, given: readonly unknown[]): Promise<void>
}

/** The same ports, but some calls of each fail, in every possible way. */
export function flakyServices(ports: Ports, weather: Weather): Ports {
  const faltering = <Port extends object>(service: Service, port: Port): Port =>
    new Proxy(port, {
      get(target, name, receiver) {
        const found: unknown = Reflect.get(target, name, receiver)
        if (typeof found !== 'function' || !OF_THE_PORT[service].includes(String(name)))
          return found
        return async (...given: unknown[]): Promise<unknown> => {
          const ask = async (): Promise<unknown> => Reflect.apply(found, target, given)
          const doubt = () => weather.onFailover(service, given)
          return meetWeather(service, weather, { ask, doubt })
        }
      },
    })
  return {
    ...ports,
    payments: faltering('payments', ports.payments),
    delivery: faltering('delivery', ports.delivery),
    addresses: faltering('addresses', ports.addresses),
    mailer: faltering('mail', ports.mailer),
  }
}

type Call = { ask: () => Promise<unknown>; doubt: () => Promise<void> }

async function meetWeather(service: Service, weather: Weather, { ask, doubt }: Call) {
  const { failing } = weather
  const way = weather.down().includes(service)
    ? 'refused'
    : weather.random() < failing
      ? (ALL_FAULTS[Math.floor(weather.random() * ALL_FAULTS.length)] ?? 'lost')
      : null
  weather.onCall(service, way)
  if (way === null) return ask()
  if (way === 'slow') {
    await pause(SLOW_MS)
    return ask()
  }
  if (WAYS[way].does) {
    await ask()
    await doubt()
  }
  if (way === 'hangs') await pause(HANGS_MS)
  throw new ServiceDown(service, `simulated: ${way}`, way === 'busy' ? 60 : null)
}
