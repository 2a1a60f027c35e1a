import type { Language } from '#domain/language.ts'
import { PROVIDER_REFUND_STATES, refundAfter } from '#domain/payments/refund-state.ts'
import type { ProviderChargeback, ProviderRefund } from '#server/platform/services/service-ports.ts'
import type { SandboxPayment } from './sandbox-payments.ts'

type PageTexts = {
  title: string
  explain: string
  refund: string
  givenBack: string
  chargeback: string
  reversed: string
  giveBack: string
  take: string
  reverse: string
}

const words: Record<Language, PageTexts> = {
  nl: {
    title: 'Wat er daarna met het geld gebeurt',
    explain:
      'Bij een echte aanbieder duurt dit dagen. Hier gaat een terugbetaling elke minuut een stap verder.',
    refund: 'Terugbetaling',
    givenBack: 'buiten de winkel om',
    chargeback: 'Teruggeboekt door de bank',
    reversed: 'ongedaan gemaakt',
    giveBack: 'Geef alles terug',
    take: 'Laat de bank alles terugboeken',
    reverse: 'Maak ongedaan',
  },
  en: {
    title: 'What becomes of the money',
    explain: 'With a real provider this takes days. Here a refund moves on every minute.',
    refund: 'Refund',
    givenBack: 'not by the shop',
    chargeback: 'Charged back by the bank',
    reversed: 'reversed',
    giveBack: 'Give all of it back',
    take: 'Have the bank charge all of it back',
    reverse: 'Reverse',
  },
  de: {
    title: 'Was danach mit dem Geld geschieht',
    explain:
      'Bei einem echten Anbieter dauert das Tage. Hier kommt eine Erstattung jede Minute einen Schritt weiter.',
    refund: 'Erstattung',
    givenBack: 'nicht durch den Shop',
    chargeback: 'Von der Bank zurückgebucht',
    reversed: 'rückgängig gemacht',
    giveBack: 'Alles erstatten',
    take: 'Alles von der Bank zurückbuchen lassen',
    reverse: 'Rückgängig machen',
  },
  fr: {
    title: 'Ce que l’argent devient ensuite',
    explain:
      'Chez un vrai prestataire, cela prend des jours. Ici, un remboursement avance d’un pas par minute.',
    refund: 'Remboursement',
    givenBack: 'hors de la boutique',
    chargeback: 'Repris par la banque',
    reversed: 'annulé',
    giveBack: 'Tout rembourser',
    take: 'Faire reprendre le tout par la banque',
    reverse: 'Annuler',
  },
}

type Page = {
  language: Language
  amount: (cents: number) => string
  escaped: (text: string) => string
}

/** What can happen to money that has come, and what has; nothing while none has. */
export function sandboxMoneySection(payment: SandboxPayment, { language, amount, escaped }: Page) {
  if (payment.state !== 'paid') return ''
  const { title, explain, refund, givenBack, chargeback, reversed, giveBack, take, reverse } =
    words[language]
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
