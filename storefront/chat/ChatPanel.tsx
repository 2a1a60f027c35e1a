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

const MOST_SHOWN = 6

/** Our own chat: it answers from the questions and answers, and sends a message if that does not help. */
export function ChatPanel() {
  const words = useTexts('footercomponents')
  const session = useSession()
  return (
    <div className={css.panel}>
      <p className={css.intro}>{words.say('chatText')}</p>
      <Answers words={words} />
      <section className={css.message}>
        <h3>{words.say('chatMessageTitle')}</h3>
        {session ? <MessageForm /> : <ContactLines />}
      </section>
    </div>
  )
}

function Answers({ words }: { words: PageTexts }) {
  const language = useLanguage()
  // A shop without such a page still takes messages.
  const { data: faq } = useQuery({ ...textsQuery('faq', language), retry: false })
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed)
  const holder = useHolderValues()
  const questions = textsOfBlocks(faq?.blocks ?? [], holder)
    .block('faq')
    .items.map(questionOf)
  const found = findAnswers(questions, wanted)
  const resultText = foundText(words, wanted, found.length)
  const announce = useAnnounce()
  useEffect(() => {
    if (resultText !== '') announce(resultText)
  }, [resultText, announce])
  if (questions.length === 0) return null
  return (
    <>
      <Field
        label={words.say('chatSearchLabel')}
        inputMode="search"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p className={css.told}>{resultText}</p>
      <div>
        {found.slice(0, MOST_SHOWN).map((one) => (
          <Disclosure key={one.code} title={one.words.say('question')}>
            <RichText words={one.words} name="answer" />
          </Disclosure>
        ))}
      </div>
    </>
  )
}

const questionOf = (words: PageTexts) => ({
  words,
  code: words.code,
  question: words.text('question'),
  answer: words.html('answer'),
})

function foundText(words: PageTexts, wanted: string, count: number): string {
  if (wanted.trim() === '') return ''
  if (count === 0) return words.text('chatNone')
  return count === 1 ? words.text('chatFoundOne') : words.text('chatFound', { count })
}
