import { useTexts } from '#storefront/i18n/texts.tsx'
import { buttonClass } from '#ui/components/Button.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import { classNames } from '#ui/lib/class-names.ts'
import css from './ContactLines.module.css'

const TELEPHONE = /\+?\d[\d ]{6,20}\d/

/** The word with the at sign, without the punctuation that ends the sentence. */
function emailIn(text: string): string {
  const word = text.split(' ').find((word) => word.includes('@')) ?? ''
  return '.,;:'.includes(word.at(-1) ?? ' ') ? word.slice(0, -1) : word
}

/** Telephone number and email address: links in their sentences, and buttons on a phone. */
export function ContactLines() {
  const texts = useTexts('contactpagecomponents')
  const phone = texts.text('phoneText')
  const mail = texts.text('emailText')
  const telephone = TELEPHONE.exec(phone)?.[0] ?? ''
  const contacts = [
    {
      icon: 'phone',
      lang: texts.lang('phoneText'),
      to: `tel:${telephone.replaceAll(' ', '')}`,
      ...splitAround(phone, telephone),
    },
    {
      icon: 'mail',
      lang: texts.lang('emailText'),
      to: `mailto:${emailIn(mail)}`,
      ...splitAround(mail, emailIn(mail)),
    },
  ] as const
  return (
    <>
      <ul className={css.lines}>
        {contacts.map(({ icon, lang, before, found, to, after }) => (
          <li key={icon} lang={lang}>
            <Icon name={icon} />
            <span>
              {before}
              {found === '' ? null : (
                <a href={to} className={css.link}>
                  {found}
                </a>
              )}
              {after}
            </span>
          </li>
        ))}
      </ul>
      <div className={css.buttons}>
        {contacts.map(({ icon, found, to }) =>
          found === '' ? null : (
            <a key={icon} href={to} className={classNames(buttonClass('quiet'), css.button)}>
              <Icon name={icon} />
              {found}
            </a>
          ),
        )}
      </div>
    </>
  )
}

/** Splits an editors' sentence around the number or address that was found in it. */
function splitAround(text: string, found: string) {
  const start = text.indexOf(found)
  return { before: text.slice(0, start), found, after: text.slice(start + found.length) }
}
