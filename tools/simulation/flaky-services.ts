import { setTimeout as pause } from 'node:timers/promises'

import type { SIMULATED_SERVICES } from '#contract/reports/simulation-report.ts'
import { type Ports, ServiceDown } from '#server/platform/services/service-ports.ts'

export type Service = (typeof SIMULATED_SERVICES)[number]

/**
 * How a call to an outside service can fail. The caller gets ServiceDown. `isPerformed`: whether the service performed
 * the call anyway.
 */
export const FAILURES = {
  /** The connection is refused. */
  refused: { isPerformed: false },
  /** Too many calls: retry later. */
  busy: { isPerformed: false },
  broken: { isPerformed: false },
  /** The response is invalid, but the call was performed. */
  garbage: { isPerformed: true },
  /** The service did the work, but the connection broke before the response. */
  lost: { isPerformed: true },
  hangs: { isPerformed: false },
  /** The service is slow but answers. */
  slow: { isPerformed: true },
} as const
export type FailureKind = keyof typeof FAILURES

const FAILURE_KINDS = Object.keys(FAILURES) as FailureKind[]
const SLOW_MS = 120
const HANGS_MS = 60
/** Only these methods fail. A sandbox has further ones, for its pages. */
const PORT_METHODS: Readonly<Record<Service, readonly string[]>> = {
  payments: ['create', 'find', 'cancel', 'refund'],
  delivery: ['options', 'submit', 'change', 'cancel', 'eventsSince', 'tracking', 'stock'],
  addresses: ['autocomplete', 'details', 'validate'],
  mail: ['send'],
}

export type FailurePlan = {
  random: () => number
  /** The share of calls that fail. */
  failing: number
  /** The services that are completely down now. */
  down(): readonly string[]
  /** Called once for each call, with its simulated failure or null. */
  onCall(service: Service, failure: FailureKind | null): void
  /** Called for a call that was performed but reported as failed. */
  onFailover(service: Service, given: readonly unknown[]): Promise<void>
}

/** The same ports, but some calls of each fail, in every possible way. */
export function flakyServices(ports: Ports, plan: FailurePlan): Ports {
  const makeFlaky = <Port extends object>(service: Service, port: Port): Port =>
    new Proxy(port, {
      get(target, name, receiver) {
        const member: unknown = Reflect.get(target, name, receiver)
        if (typeof member !== 'function' || !PORT_METHODS[service].includes(String(name)))
          return member
        return async (...args: unknown[]): Promise<unknown> => {
          const perform = async (): Promise<unknown> => Reflect.apply(member, target, args)
          const reportFailure = () => plan.onFailover(service, args)
          return callFlaky(service, plan, { perform, reportFailure })
        }
      },
    })
  return {
    ...ports,
    payments: makeFlaky('payments', ports.payments),
    delivery: makeFlaky('delivery', ports.delivery),
    addresses: makeFlaky('addresses', ports.addresses),
    mailer: makeFlaky('mail', ports.mailer),
  }
}

type Call = { perform: () => Promise<unknown>; reportFailure: () => Promise<void> }

async function callFlaky(service: Service, plan: FailurePlan, { perform, reportFailure }: Call) {
  const { failing } = plan
  const failure = plan.down().includes(service)
    ? 'refused'
    : plan.random() < failing
      ? (FAILURE_KINDS[Math.floor(plan.random() * FAILURE_KINDS.length)] ?? 'lost')
      : null
  plan.onCall(service, failure)
  if (failure === null) return perform()
  if (failure === 'slow') {
    await pause(SLOW_MS)
    return perform()
  }
  if (FAILURES[failure].isPerformed) {
    await perform()
    await reportFailure()
  }
  if (failure === 'hangs') await pause(HANGS_MS)
  throw new ServiceDown(service, `simulated: ${failure}`, failure === 'busy' ? 60 : null)
}
