import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

/** Facts with one place, and texts that would be a second one. */
const FACTS: readonly { place: string; copy: RegExp; except: readonly string[] }[] = [
  {
    place: 'domain/channels/shared-channel.ts',
    copy: /(?<![\w'"])'2'(?![\w'"])/,
    // House numbers, a setting of the memory allocator, and a digit in a comment.
    except: [
      'server/modules/addresses/providers/sandbox/sandbox-invented-addresses.ts',
      'server/platform/parsing/parser-process.ts',
      'ui/fields/NumberBox.tsx',
    ],
  },
  {
    place: 'contract/default-sorts.staff.ts',
    copy: /defaultSort: '/,
    // The employer portal names its order in its call.
    except: ['server/modules/employers/portal/recipients.sql.ts'],
  },
  { place: 'domain/language.ts', copy: /'nl'(,| \|) 'en'(,| \|) '(de|fr)'|nl\|en\|de/, except: [] },
]

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) =>
    /^(domain|contract|server|backoffice|employer-portal|storefront|ui|tools)\//.test(file),
  )
  .filter((file) => !/\.(test|long)\.tsx?$|^server\/testing\//.test(file))

it.each(FACTS)('repeats the fact of $place in no other file', ({ place, copy, except }) => {
  const copies = files.filter(
    (file) => file !== place && !except.includes(file) && copy.test(readFileSync(file, 'utf8')),
  )
  expect(copies).toEqual([])
})
