import { languageOf, type Language } from '#domain/language.ts'
import { euros } from '#domain/vouchers/points.ts'
import dutch from '#server/modules/payments/providers/sandbox/messages/nl.json' with { type: 'json' }
import english from '#server/modules/payments/providers/sandbox/messages/en.json' with { type: 'json' }
import french from '#server/modules/payments/providers/sandbox/messages/fr.json' with { type: 'json' }
import german from '#server/modules/payments/providers/sandbox/messages/de.json' with { type: 'json' }
import { sandboxMoneySection } from './sandbox-refund-page.ts'
import { SANDBOX_CHOICES, type SandboxChoice, type SandboxPayment } from './sandbox-payments.ts'

const texts: Record<Language, typeof dutch> = {
  nl: dutch,
  en: english,
  de: german,
  fr: french,
}

/** The same in every language, like the states they set. */
const buttons: Record<SandboxChoice, string> = {
  paid: 'Paid',
  canceled: 'Cancelled',
  failed: 'Failed',
  expired: 'Expired',
  open: 'Open',
}

/** A page without scripts, images or external fonts. */
export function sandboxPaymentPage(payment: SandboxPayment) {
  const language = languageOf(payment.language) ?? 'en'
  const { sandbox, title, explain, over, goOn } = texts[language].payment
  const amount = amountIn(language, payment.cents)
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(`${title} ${amount}`)}</title>
<style>${PAYMENT_STYLE}</style>
</head>
<body>
<header class="mark">${escaped(sandbox)}</header>
<main>
<h1>${escaped(title)}</h1>
<p class="amount">${escaped(amount)}</p>
<p class="what">${escaped(payment.description)}</p>
<p>${escaped(payment.state === 'open' ? explain : over)} ${escaped(goOn)}</p>
<form method="post">
${SANDBOX_CHOICES.map(button).join('\n')}
</form>
${sandboxMoneySection(payment, { texts: texts[language].refund, amount: (cents) => amountIn(language, cents), escaped })}
<p class="id">${escaped(payment.id)}</p>
</main>
</body>
</html>
`
}

function button(choice: SandboxChoice) {
  return `<button name="status" value="${choice}" lang="en">${buttons[choice]}</button>`
}

/** The digits come from integer cents. Only the separators and signs depend on the language. */
function amountIn(language: Language, cents: number) {
  const [integer = '0', fraction = '00'] = euros(cents).split('.')
  if (language === 'en') return `€${integer}.${fraction}`
  return language === 'nl' ? `€ ${integer},${fraction}` : `${integer},${fraction} €`
}

function escaped(text: string) {
  return text.replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** The shop's theme without external files: similar fonts and the same colours. */
export const PAYMENT_STYLE = `
:root { color-scheme: light; font: 1.0625rem/1.55 Figtree, system-ui, 'Helvetica Neue', Arial, sans-serif;
  color: #22302b; background: #f5f9f6 }
* { box-sizing: border-box }
body { margin: 0 }
.mark { margin: 0; padding: .6rem 1rem; background: #ffca6f; color: #2c2000; font-weight: 600;
  text-align: center }
main { max-width: 28rem; margin: clamp(1.5rem, 8vh, 5rem) auto; padding: 2rem clamp(1rem, 6vw, 2.25rem);
  background: #fff; border-radius: 1.25rem;
  box-shadow: 0 1px 2px rgb(20 40 32 / 6%), 0 6px 20px rgb(20 40 32 / 6%) }
h1 { margin: 0; font: 400 1.6rem/1.2 'Hedvig Letters Serif', Georgia, serif; color: #1f3f36 }
.amount { margin: .75rem 0 .25rem; font-size: 2.6rem; font-weight: 650; line-height: 1.1;
  font-variant-numeric: tabular-nums }
.what { margin: 0 0 1.25rem; color: #55635d; overflow-wrap: anywhere }
form { display: grid; gap: .75rem; margin-top: 1.5rem }
button { min-height: 3rem; padding: .6rem 1.4rem; font: inherit; font-weight: 600; border: 1px solid #87918c;
  border-radius: 999px; background: #fff; color: inherit; cursor: pointer }
button:hover { border-color: #22302b }
button[value=paid] { background: #77ceab; border-color: #77ceab; color: #17202a }
.money { margin-top: 2rem; border-top: 1px solid #d5ddd9; padding-top: 1.25rem }
h2 { margin: 0 0 .5rem; font-size: 1.125rem }
ul { margin: 0; padding: 0; list-style: none; display: grid; gap: 1rem }
li span { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .5rem }
li button { min-height: 2.5rem; padding: .25rem .9rem; font-weight: 500 }
button:focus-visible { outline: 3px solid #1b4ed1; outline-offset: 2px }
.id { margin: 1.5rem 0 0; font-size: .8125rem; overflow-wrap: anywhere; color: #55635d }
`
