import { setTimeout as pause } from 'node:timers/promises'

import type { SIMULATED_SERVICES } from '#contract/reports/simulation-report.ts'
import { type Ports, ServiceDown } from '#server/platform/services/service-ports.ts'

export type Service = (typeof SIMULATED_SERVICES)[number]

/**
 * How a call to an outside service can fail. The caller gets ServiceDown. `does`: whether the service performed the
 * call all the same.
 */
export const WAYS = {
  /** The connection is refused. */
  refused: { does: false },
  /** Too many calls: come back later. */
  busy: { does: false },
  broken: { does: false },
  /** What came back makes no sense; it was done all the same. */
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
/** Asked by what shows a page, where a sandbox has more than its port promises. */
const OF_THE_PORT: Readonly<Record<Service, readonly string[]>> = {
  payments: ['create', 'find', 'cancel', 'refund'],
  delivery: ['options', 'submit', 'change', 'cancel', 'eventsSince', 'tracking', 'stock'],
  addresses: ['autocomplete', 'details', 'validate'],
  mail: ['send'],
}

export type Weather = {
  random: () => number
  /** Of all calls. */
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
