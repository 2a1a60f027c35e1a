import { useSuspenseQuery } from '@tanstack/react-query'

import { companyQuery } from '#storefront/api/queries.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useSession } from '#storefront/session/use-session.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './QuestionsBlock.module.css'

/** The fallback texts of the specification. */
const DEFAULTS = {
  email: 'Mail ons; we antwoorden binnen twee werkdagen.',
  chat: 'Chat met ons; we antwoorden binnen twee uur.',
  phone: 'Bel ons, maandag tot en met vrijdag van 10.00 tot 14.00 uur.',
}

/** How to reach the shop: by mail, by phone, and by chat if the channel has one. */
export function QuestionsBlock({ texts }: { texts: PageTexts }) {
  const { data: company } = useSuspenseQuery(companyQuery(useLanguage()))
  const hasChat = useSession()?.corporate_identity.use_chatbot ?? false
  const { company_email: email, company_telephone: phone } = company
  return (
    <section>
      <h2>{texts.jsx('questionsTitle', {}, 'Nog vragen?')}</h2>
      <ul className={css.contacts}>
        <li>
          <Icon name="mail" />
          <div>
            <p>{texts.jsx('questionsEmail', {}, DEFAULTS.email)}</p>
            {email === '' ? null : <a href={`mailto:${email}`}>{email}</a>}
          </div>
        </li>
        {hasChat ? (
          <li>
            <Icon name="chat" />
            <div>
              <p>{texts.jsx('questionsChat', {}, DEFAULTS.chat)}</p>
            </div>
          </li>
        ) : null}
        <li>
          <Icon name="phone" />
          <div>
            <p>{texts.jsx('questionsPhone', {}, DEFAULTS.phone)}</p>
            {phone === '' ? null : <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>}
          </div>
        </li>
      </ul>
    </section>
  )
}
