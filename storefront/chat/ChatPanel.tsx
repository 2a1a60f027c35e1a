import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'

import { findAnswers } from '#storefront/chat/find-answers.ts'
import { MessageForm } from '#storefront/chat/MessageForm.tsx'
import { ContactLines } from '#storefront/content/ContactLines.tsx'
import { RichText } from '#storefront/content/RichText.tsx'
import { textsQuery } from '#storefront/api/queries.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useSession } from '#storefront/session/use-session.ts'
import { useHolderValues } from '#storefront/i18n/holder-values.ts'
import { useTexts, type PageTexts, textsOfBlocks } from '#storefront/i18n/texts.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'
import { Disclosure } from '#ui/components/Disclosure.tsx'
import { Field } from '#ui/fields/Field.tsx'
import css from './ChatPanel.module.css'

const MAX_SHOWN = 6

/** Our own chat: it answers from the questions and answers, and sends a message if that does not help. */
export function ChatPanel() {
  const texts = useTexts('footercomponents')
  const session = useSession()
  return (
    <div className={css.panel}>
      <p className={css.intro}>{texts.jsx('chatText')}</p>
      <Answers texts={texts} />
      <section className={css.message}>
        <h3>{texts.jsx('chatMessageTitle')}</h3>
        {session ? <MessageForm /> : <ContactLines />}
      </section>
    </div>
  )
}

function Answers({ texts }: { texts: PageTexts }) {
  const language = useLanguage()
  // Without this page the form for a message is still there.
  const { data: faq } = useQuery({ ...textsQuery('faq', language), retry: false })
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed)
  const holder = useHolderValues()
  const questions = textsOfBlocks(faq?.blocks ?? [], holder)
    .block('faq')
    .items.map(questionOf)
  const found = findAnswers(questions, search)
  const resultText = foundText(texts, search, found.length)
  const announce = useAnnounce()
  useEffect(() => {
    if (resultText !== '') announce(resultText)
  }, [resultText, announce])
  if (questions.length === 0) return null
  return (
    <>
      <Field
        label={texts.jsx('chatSearchLabel')}
        inputMode="search"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p className={css.result}>{resultText}</p>
      <div>
        {found.slice(0, MAX_SHOWN).map((item) => (
          <Disclosure key={item.code} title={item.texts.jsx('question')}>
            <RichText texts={item.texts} name="answer" />
          </Disclosure>
        ))}
      </div>
    </>
  )
}

const questionOf = (texts: PageTexts) => ({
  texts,
  code: texts.code,
  question: texts.text('question'),
  answer: texts.html('answer'),
})

function foundText(texts: PageTexts, search: string, count: number): string {
  if (search.trim() === '') return ''
  if (count === 0) return texts.text('chatNone')
  return count === 1 ? texts.text('chatFoundOne') : texts.text('chatFound', { count })
}
