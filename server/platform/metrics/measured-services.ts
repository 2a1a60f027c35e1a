import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { type Ports, ServiceDown, ServiceRefused } from '#server/platform/services/service-ports.ts'

/** The same ports, with a timer per call to an outside service, labelled with its result. */
export function measuredPorts(ports: Ports, { portCalls }: Pick<Metrics, 'portCalls'>): Ports {
  function measured<Port extends object>(service: string, port: Port): Port {
    return new Proxy(port, {
      get(target, name, receiver) {
        const found: unknown = Reflect.get(target, name, receiver)
        if (typeof found !== 'function' || typeof name === 'symbol') return found
        return (...given: unknown[]) => {
          const end = portCalls.startTimer({ service, call: name })
          const answer: unknown = Reflect.apply(found, target, given)
          // A synchronous result made no call.
          if (answer instanceof Promise) {
            answer.then(
              () => end({ result: 'answered' }),
              (error: unknown) => end({ result: resultOf(error) }),
            )
          }
          return answer
        }
      },
    })
  }
  return {
    ...ports,
    payments: measured('payments', ports.payments),
    delivery: measured('delivery', ports.delivery),
    addresses: measured('addresses', ports.addresses),
    mailer: measured('mail', ports.mailer),
    webhooks: measured('webhooks', ports.webhooks),
  }
}

function resultOf(error: unknown) {
  if (error instanceof ServiceDown) return 'down'
  return error instanceof ServiceRefused ? 'refused' : 'fault'
}
