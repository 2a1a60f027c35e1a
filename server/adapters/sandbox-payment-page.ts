import { languageOf, type Language } from '#domain/language.ts'
import { decimalFromCents } from '#server/adapters/euro-amount.ts'
import { SANDBOX_CHOICES, type SandboxChoice, type SandboxPayment } from './sandbox-payments.ts'

type Words = { sandbox: string; title: string; explain: string; over: string; goOn: string }

const words: Record<Language, Words> = {
  nl: {
    sandbox: 'Sandbox: hier wordt niets echt betaald',
    title: 'Proefbetaling',
    explain: 'Kies hoe deze betaling afloopt.',
    over: 'Deze betaling is al afgerond; kiezen verandert niets meer.',
    goOn: 'Daarna gaat u terug naar de winkel.',
  },
  en: {
    sandbox: 'Sandbox: no money is moved here',
    title: 'Trial payment',
    explain: 'Choose how this payment ends.',
    over: 'This payment is over; choosing changes nothing any more.',
    goOn: 'You then return to the shop.',
  },
  de: {
    sandbox: 'Sandbox: hier wird nichts wirklich bezahlt',
    title: 'Probezahlung',
    explain: 'Wählen Sie, wie diese Zahlung ausgeht.',
    over: 'Diese Zahlung ist abgeschlossen; eine Auswahl ändert nichts mehr.',
    goOn: 'Danach kehren Sie in den Shop zurück.',
  },
  fr: {
    sandbox: 'Bac à sable : rien n’est réellement payé ici',
    title: 'Paiement d’essai',
    explain: 'Choisissez l’issue de ce paiement.',
    over: 'Ce paiement est terminé ; un choix n’y change plus rien.',
    goOn: 'Vous revenez ensuite à la boutique.',
  },
}

/** The same in every language, like the states that they stand for. */
const buttons: Record<SandboxChoice, string> = {
  paid: 'Paid',
  canceled: 'Canceled',
  failed: 'Failed',
  expired: 'Expired',
  open: 'Open',
}

/** One page that needs nothing else: no script, no picture, no font from anywhere. */
export function sandboxPaymentPage(payment: SandboxPayment) {
  const language = languageOf(payment.language) ?? 'en'
  const { sandbox, title, explain, over, goOn } = words[language]
  const amount = amountIn(language, payment.cents)
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(`${title} ${amount}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="mark">${escaped(sandbox)}</p>
<h1>${escaped(title)}</h1>
<p class="amount">${escaped(amount)}</p>
<p>${escaped(payment.description)}</p>
<p>${escaped(payment.state === 'open' ? explain : over)} ${escaped(goOn)}</p>
<form method="post">
${SANDBOX_CHOICES.map(button).join('\n')}
</form>
<p class="id">${escaped(payment.id)}</p>
</main>
</body>
</html>
`
}

function button(choice: SandboxChoice) {
  return `<button name="status" value="${choice}" lang="en">${buttons[choice]}</button>`
}

/** The digits come from whole cents; only the signs around them belong to the language. */
function amountIn(language: Language, cents: number) {
  const [whole = '0', fraction = '00'] = decimalFromCents(cents).split('.')
  if (language === 'en') return `€${whole}.${fraction}`
  return language === 'nl' ? `€ ${whole},${fraction}` : `${whole},${fraction} €`
}

function escaped(text: string) {
  return text.replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 0; background: light-dark(#f4f1ec, #1d1b19); color: light-dark(#2b2724, #efe9e2) }
main { max-width: 26rem; margin: 8vh auto; padding: 2rem;
  background: light-dark(#fff, #2a2725); border-radius: 1rem }
h1 { margin: 1.5rem 0 0; font-size: 1.25rem; font-weight: 600 }
.mark { margin: 0; padding: .5rem .75rem; border-radius: .5rem; font-weight: 600;
  background: #ffe3a3; color: #3d2c00 }
.amount { margin: .25rem 0; font-size: 2.5rem; font-variant-numeric: tabular-nums }
form { display: grid; gap: .75rem; margin-top: 1.5rem }
button { min-height: 3rem; font: inherit; border: 1px solid light-dark(#8a8178, #8a8178);
  border-radius: .5rem; background: none; color: inherit; cursor: pointer }
button[value=paid] { background: #1f6b4a; border-color: #1f6b4a; color: #fff }
button:hover { text-decoration: underline }
button:focus-visible { outline: 3px solid #3b82f6; outline-offset: 2px }
.id { margin: 1.5rem 0 0; font-size: .8rem; overflow-wrap: anywhere;
  color: light-dark(#6b635b, #b3aaa0) }
`
