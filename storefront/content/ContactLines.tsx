import { useTexts } from '#storefront/i18n/texts.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './ContactLines.module.css'

/** Telephone number and email address. */
export function ContactLines() {
  const words = useTexts('contactpagecomponents')
  return (
    <ul className={css.lines}>
      <li>
        <Icon name="phone" />
        <span>{words.say('phoneText')}</span>
      </li>
      <li>
        <Icon name="mail" />
        <span>{words.say('emailText')}</span>
      </li>
    </ul>
  )
}
