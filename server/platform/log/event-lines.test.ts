import { expect, it } from 'vitest'

import { timedSteps } from '#server/platform/log/event-lines.ts'

it('writes one line per step with its duration, and none for a part of a step', () => {
  let written = ''
  const steps = timedSteps({ write: (text) => (written += text) })
  steps.begin('Starting the database')
  steps.begin('Preparing the database: 00-baseline')
  steps.begin('Preparing the database: 20270101-add-language.sql')
  steps.begin('Behind the pool a query may run without a time limit.')
  steps.begin('Loading the demo world …')
  steps.end()
  steps.end()
  expect(written.replaceAll(/\d+\.\d s/g, '0.0 s')).toBe(
    [
      'Starting the database … 0.0 s',
      'Preparing the database … 0.0 s',
      'Behind the pool a query may run without a time limit.',
      'Loading the demo world … 0.0 s',
      '',
    ].join('\n'),
  )
})
