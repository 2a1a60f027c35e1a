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
  const words = useTexts('contactpagecomponents')
  const phone = words.text('phoneText')
  const mail = words.text('emailText')
  const telephone = TELEPHONE.exec(phone)?.[0] ?? ''
  const ways = [
    {
      icon: 'phone',
      lang: words.lang('phoneText'),
      to: `tel:${telephone.replaceAll(' ', '')}`,
      ...parted(phone, telephone),
    },
    {
      icon: 'mail',
      lang: words.lang('emailText'),
      to: `mailto:${emailIn(mail)}`,
      ...parted(mail, emailIn(mail)),
    },
  ] as const
  return (
    <>
      <ul className={css.lines}>
        {ways.map(({ icon, lang, before, found, to, after }) => (
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
        {ways.map(({ icon, found, to }) =>
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

/** A sentence by the editors around the number or address that was found in it. */
function parted(text: string, found: string) {
  const at = text.indexOf(found)
  return { before: text.slice(0, at), found, after: text.slice(at + found.length) }
}
