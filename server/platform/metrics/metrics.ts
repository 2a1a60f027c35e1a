import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = {
  registry: Registry
  answered(method: string, route: string, status: number, seconds: number): void
  cachedResponses: Counter<'kept'>
  jobsDone: Counter<'queue' | 'result'>
  staffRefusals: Counter<'call' | 'code'>
  portCalls: Histogram<'service' | 'call' | 'result'>
  settled: Counter<'result'>
  refunds: Counter<'state'>
  chargebacks: Counter<'what'>
  /** Reported by browsers of holders who gave consent. */
  pageSeconds: Histogram<'figure' | 'page'>
  pageShift: Histogram<'page'>
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    answered: requestTimes(registry),
    ...workCounters(registry),
    ...paymentCounters(registry),
    ...pageMetrics(registry),
  }
}

function requestTimes(registry: Registry): Metrics['answered'] {
  const requests = new Histogram({
    name: 'http_request_seconds',
    help: 'Response time, by route',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  // Finding a series by its labels costs more than counting, so each is looked up once.
  const series = new Map<string, { observe(seconds: number): void }>()
  return (method, route, status, seconds) => {
    const key = `${method} ${route} ${status}`
    let histogram = series.get(key)
    if (!histogram) series.set(key, (histogram = requests.labels(method, route, String(status))))
    histogram.observe(seconds)
  }
}

/** Counters of responses, jobs and outside calls. */
const workCounters = (registry: Registry) => ({
  cachedResponses: new Counter({
    name: 'cached_responses_total',
    help: 'Responses served from the cache, and responses created again',
    labelNames: ['kept'] as const,
    registers: [registry],
  }),
  staffRefusals: new Counter({
    name: 'staff_refusals_total',
    help: 'Writes of the back office that were refused, by call and reason',
    labelNames: ['call', 'code'] as const,
    registers: [registry],
  }),
  jobsDone: new Counter({
    name: 'jobs_total',
    help: 'Jobs by queue and result',
    labelNames: ['queue', 'result'] as const,
    registers: [registry],
  }),
  portCalls: new Histogram({
    name: 'outside_call_seconds',
    help: 'Calls to outside services',
    labelNames: ['service', 'call', 'result'] as const,
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  }),
})

const paymentCounters = (registry: Registry) => ({
  settled: new Counter({
    name: 'payments_settled_total',
    help: 'Payments that ended, by result',
    labelNames: ['result'] as const,
    registers: [registry],
  }),
  refunds: new Counter({
    name: 'refunds_moved_total',
    help: 'Refunds by the state that they reached; failed, canceled and refused ones need attention',
    labelNames: ['state'] as const,
    registers: [registry],
  }),
  chargebacks: new Counter({
    name: 'chargebacks_total',
    help: 'Money that banks charged back (chargeback), and returned to us (reversal)',
    labelNames: ['what'] as const,
    registers: [registry],
  }),
})

const pageMetrics = (registry: Registry) => ({
  pageSeconds: new Histogram({
    name: 'page_seconds',
    help: 'Loading times of pages measured by browsers: TTFB, FCP, LCP and INP',
    labelNames: ['figure', 'page'] as const,
    buckets: [0.05, 0.1, 0.2, 0.35, 0.6, 1, 1.3, 2, 2.5, 4, 8],
    registers: [registry],
  }),
  pageShift: new Histogram({
    name: 'page_layout_shift',
    help: 'Layout shift of pages measured by browsers (CLS)',
    labelNames: ['page'] as const,
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1],
    registers: [registry],
  }),
})

/** A gauge that is read at scrape time, not updated continuously. */
export function gaugeOnScrape(
  registry: Registry,
  name: string,
  help: string,
  labels: string[],
  read: () => Promise<{ labels: Record<string, string>; value: number }[]>,
) {
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    async collect() {
      const values = await read().catch(() => [])
      gauge.reset()
      for (const { labels, value } of values) gauge.set(labels, value)
    },
  })
}
