import { setTimeout as pause } from 'node:timers/promises'

import { webhookPath } from '#server/modules/payments/webhook-address.ts'
import { numbersFrom } from '#domain/simulation/seeded-numbers.ts'
import { sandboxAddresses } from '#server/modules/addresses/providers/sandbox/sandbox-addresses.ts'
import { sandboxDelivery } from '#server/modules/fulfilment/warehouse/sandbox/sandbox-delivery.ts'
import { sandboxMailer } from '#server/modules/mail/delivery/sandbox-mailer.ts'
import { sandboxPayments } from '#server/modules/payments/providers/sandbox/sandbox-payments.ts'
import { connect } from '#server/platform/db/database.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { createLogger } from '#server/platform/log/logger.ts'
import { type OutgoingMail, ServiceDown } from '#server/platform/services/service-ports.ts'
import { flakyServices, type Service, type FailureKind } from '#tools/simulation/flaky-services.ts'
import { countingMailer, markDoubtful } from '#tools/simulation/simulation-mailbox.ts'
import {
  type FromShop,
  SIMULATION_SALT,
  type SimulationOptions,
  type ToShop,
} from '#tools/simulation/simulation-messages.ts'
import { runGiftMailJobs, runScheduledJobs } from '#tools/simulation/run-scheduled-jobs.ts'
import { startShop } from '#server/app/start-shop.ts'

// A separate process, so that it can be killed. It has no credentials: its configuration is created here, and it
// reads nothing from its parent's environment except what it was handed.
const options = JSON.parse(process.env['SIMULATION'] ?? '{}') as SimulationOptions
const sendToParent = (message: FromShop) => void process.send?.(message)
/** The parent is gone, and no other process would end this one. */
process.on('disconnect', () => process.exit(0))

const random = numbersFrom(options.seed)
const time = { at: options.at, since: Date.now() }
const clock = { now: () => new Date(time.at + Date.now() - time.since) }
let down: readonly Service[] = []
const calls = new Map<string, { service: Service; failure: FailureKind | null; times: number }>()

const config = readConfig({
  PORT: '0',
  HOST: '127.0.0.1',
  GIFTPOINT_DATA: options.folder,
  GIFTPOINT_DEMO: 'false',
  GIFTPOINT_DEFAULT_CHANNEL: options.channel,
  GIFTPOINT_RULE_C_CHANNEL: options.ruleCChannel,
  GIFTPOINT_VOUCHER_SALT: SIMULATION_SALT,
  // All simulated holders call from this machine.
  LOGIN_TRIES_PER_MINUTE: '100000',
  DATABASE_TIMEOUT_MS: '30000',
  LOG_LEVEL: process.env['SIMULATION_LOG'] ?? 'silent',
})
const sql = connect(options.settings, { max: 12 })

const sandbox = {
  clock,
  payments: sandboxPayments({
    sql,
    baseUrl: () => config.PUBLIC_URL ?? '',
    callWebhook: sendWebhook,
    clock,
  }),
  delivery: sandboxDelivery({ sql, clock, cutOff: config.WAREHOUSE_CUT_OFF }),
  addresses: sandboxAddresses(),
  mailer: countingMailer(sandboxMailer({ sql, clock }), { sql, clock }),
  // A simulation sends no webhooks.
  webhooks: {
    refusalOf: () => 'not-here' as const,
    post: () => Promise.reject(new ServiceDown('webhooks', 'a simulation sends no webhooks')),
  },
}
const ports = flakyServices(sandbox, {
  random,
  failing: options.failing,
  down: () => down,
  onCall(service, failure) {
    const key = `${service} ${failure}`
    const known = calls.get(key) ?? { service, failure, times: 0 }
    known.times += 1
    calls.set(key, known)
  },
  async onFailover(service, [mail]) {
    if (service === 'mail') await markDoubtful(sql, mail as OutgoingMail)
  },
})
const { shop, app } = await startShop({
  config,
  sql,
  log: createLogger(config),
  ports,
  withoutTimers: true,
})
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
if (typeof address !== 'object' || !address) throw new Error('shop does not listen on TCP')
config.PORT = address.port
config.PUBLIC_URL = `http://127.0.0.1:${address.port}`

process.on('message', (message: ToShop) => void handleMessage(message))
sendToParent({ kind: 'opened', url: config.PUBLIC_URL })

async function handleMessage({ at, down: services, turn, onlyGiftMails = false }: ToShop) {
  time.at = at
  time.since = Date.now()
  down = services
  if (turn === undefined) return
  const { giftMails } = onlyGiftMails ? await runGiftMailJobs(shop) : await runScheduledJobs(shop)
  sendToParent({ kind: 'calls', calls: [...calls.values()] })
  calls.clear()
  sendToParent({ kind: 'turned', turn, paced: giftMails > 0 })
}

/** Sends webhooks as a provider does: some get lost, some are sent twice, and none waits for long. */
async function sendWebhook(id: string) {
  const times = random() < options.failing ? 0 : random() < options.failing ? 2 : 1
  for (let time = 0; time < times; time += 1) {
    await Promise.race([
      app.inject({ method: 'POST', url: webhookPath('sandbox'), payload: { id } }),
      pause(2000, undefined, { ref: false }),
    ])
  }
}
