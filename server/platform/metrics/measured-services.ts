import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { type Ports, ServiceDown, ServiceRefused } from '#server/platform/services/service-ports.ts'

/** The same ports, with a timer per call to an outside service, labelled with its result. */
export function measuredPorts(ports: Ports, { portCalls }: Pick<Metrics, 'portCalls'>): Ports {
  function measure<Port extends object>(service: string, port: Port): Port {
    return new Proxy(port, {
      get(target, name, receiver) {
        const member: unknown = Reflect.get(target, name, receiver)
        if (typeof member !== 'function' || typeof name === 'symbol') return member
        return (...args: unknown[]) => {
          const end = portCalls.startTimer({ service, call: name })
          const answer: unknown = Reflect.apply(member, target, args)
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
    payments: measure('payments', ports.payments),
    delivery: measure('delivery', ports.delivery),
    addresses: measure('addresses', ports.addresses),
    mailer: measure('mail', ports.mailer),
    webhooks: measure('webhooks', ports.webhooks),
  }
}

function resultOf(error: unknown) {
  if (error instanceof ServiceDown) return 'down'
  return error instanceof ServiceRefused ? 'refused' : 'fault'
}
