import { PROVIDER_REFUND_STATES, refundAfter } from '#domain/payments/refund-state.ts'
import type english from '#server/modules/payments/providers/sandbox/messages/en.json'
import type { ProviderChargeback, ProviderRefund } from '#server/platform/services/service-ports.ts'
import type { SandboxPayment } from './sandbox-payments.ts'

type Page = {
  texts: typeof english.refund
  amount: (cents: number) => string
  escaped: (text: string) => string
}

/** History of refunds and chargebacks, with buttons; empty until the payment is paid. */
export function sandboxMoneySection(payment: SandboxPayment, { texts, amount, escaped }: Page) {
  if (payment.state !== 'paid') return ''
  const { title, explain, refund, givenBack, chargeback, reversed, giveBack, take, reverse } = texts
  const button = (name: string, value: string, text: string) =>
    `<button name="${name}" value="${escaped(value)}">${escaped(text)}</button>`

  const refundItem = ({ id, key, cents, state }: ProviderRefund) => {
    const next = PROVIDER_REFUND_STATES.filter(
      (to) => to !== state && refundAfter(state, to) === to,
    )
    const about = key === null ? `, ${escaped(givenBack)}` : ''
    return `<li>${escaped(refund)} ${escaped(amount(cents))}${about}: <strong lang="en">${state}</strong>
<span lang="en">${next.map((to) => button('refund', `${id} ${to}`, to)).join('')}</span></li>`
  }
  const chargebackItem = ({ id, cents, reversedAt }: ProviderChargeback) =>
    `<li>${escaped(chargeback)} ${escaped(amount(cents))}
${reversedAt ? `<strong>${escaped(reversed)}</strong>` : button('reverse', id, reverse)}</li>`

  const items = [...payment.refunds.map(refundItem), ...payment.chargebacks.map(chargebackItem)]
  return `<section class="money">
<h2>${escaped(title)}</h2>
<p>${escaped(explain)}</p>
<form method="post">
${items.length > 0 ? `<ul>${items.join('\n')}</ul>` : ''}
${button('money', 'give-back', giveBack)}
${button('money', 'charge-back', take)}
</form>
</section>`
}
