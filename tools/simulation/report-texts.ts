import { type SimulationReport, wentWell } from '#contract/reports/simulation-report.ts'

/** The report for a terminal: the most important lines first. */
export function reportText(report: SimulationReport): string[] {
  const { holders, orders, points, cents, gifts, mails, parcels, waiting, outside, findings } =
    report
  const soldOut = gifts
    .filter(({ sold_out_on }) => sold_out_on !== null)
    .sort((a, b) => (a.sold_out_on ?? '').localeCompare(b.sold_out_on ?? ''))
  return [
    `Channel ${report.channel}, ${report.first_day} to ${report.last_day}, completed on ${report.end_day} (seed ${report.seed}).`,
    `Recipients: ${holders.invited} invited, ${holders.came} logged in, ${holders.ordered} ordered, ${holders.left} left without ordering.`,
    `Orders: ${orders.placed} placed, ${orders.delivered} delivered, ${orders.credited} refunded, ${orders.waiting} need attention, ${orders.lost.length} lost.`,
    ...orders.lost.slice(0, 20).map((number) => `  lost: order ${number}`),
    `Points: ${points.given} given, ${points.spent} spent, ${points.back} refunded, ${points.expired} expired, ${points.left} left.`,
    `Card: ${euros(cents.paid)} paid, ${euros(cents.back)} refunded.`,
    `Sold out: ${soldOut.length === 0 ? 'nothing' : ''}`.trim(),
    ...soldOut.map(
      ({ sold_out_on, name, sku, missed }) =>
        `  ${sold_out_on} ${name} (${sku}), unmet demand: ${missed}`,
    ),
    'Emails:',
    ...mails.map(
      ({ template, sent, refused, waiting: later }) =>
        `  ${template}: ${sent} sent, ${refused} bounced, ${later} not sent`,
    ),
    `  sent again because delivery was unknown: ${report.mails_repeated}; sent twice: ${report.mails_twice}`,
    `Parcels: ${parcels.map(({ state, parcels: count }) => `${count} ${state}`).join(', ') || 'none'}.`,
    'Needs attention:',
    ...waiting.map(
      ({ kind, reason, owner, cases }) =>
        `  ${cases} × ${kind} (${owner ?? 'unassigned'}): ${reason}`,
    ),
    'Reasons for leaving without an order:',
    ...report.turned_away.map(({ reason, times }) => `  ${times} × ${reason}`),
    'External services:',
    ...outside.map(
      ({ service, calls, failed, ways }) =>
        `  ${service}: ${calls} calls, ${failed} failed (${Object.entries(ways)
          .map(([way, times]) => `${way} ${times}`)
          .join(', ')})`,
    ),
    ...report.outages.map(
      ({ service, from, hours }) => `  ${service} unavailable for ${hours} hours from ${from}`,
    ),
    `Processes killed: ${report.kills}.`,
    ...findings.map(({ code, subject, message }) => `${code} ${subject}: ${message}`),
    findings.length === 0 ? 'The accounts match.' : `Differences found: ${findings.length}.`,
    wentWell(report) ? 'The simulation was successful.' : 'The simulation found problems.',
  ]
}

const euros = (cents: number) => `€ ${(cents / 100).toFixed(2)}`
