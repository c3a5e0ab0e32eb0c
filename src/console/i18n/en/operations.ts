export const commands = {
  targets: '%{smart_count} lock |||| %{smart_count} locks',
  send: {
    one: '%{command}',
    many: '%{command}: %{smart_count} lock |||| %{command}: %{smart_count} locks',
  },
  cancel: 'Cancel',
  progress: '%{turns} of %{count} locks',
  targetList: 'Locks that get it',
  asleep:
    '%{smart_count} lock is offline. The command is sent when it wakes up and can be cancelled until then. |||| %{smart_count} locks are offline. The command is sent to each when it wakes up and can be cancelled until then.',
  leftOut:
    '%{smart_count} lock cannot take it now and is left out |||| %{smart_count} locks cannot take it now and are left out',
  unknownOutcome:
    'The server did not answer, so it is not known whether the command was sent. Look at the command record before you send it again.',
  failed: 'The command was not sent.',
  panel: {
    title: 'Commands',
    collapse: 'Collapse',
    expand: 'Expand',
    close: 'Close',
    locks: '%{smart_count} lock |||| %{smart_count} locks',
    cancelAll: 'Cancel %{smart_count} that waits |||| Cancel %{smart_count} that wait',
    resendAll: 'Send again to %{smart_count} lock |||| Send again to %{smart_count} locks',
    resendDanger: 'Send again to %{smart_count} lock? |||| Send again to %{smart_count} locks?',
    cancelOne: 'Cancel the command to %{sn}',
    resendOne: 'Send again to %{sn}',
    cancel: 'Cancel',
    resend: 'Send again',
    left: '%{seconds} s',
    news: '%{command}: %{counts}',
    newsOne: '%{command}, %{sn}: %{state}',
    failed: 'That did not work: %{reason}',
    count: '%{count} %{state}',
  },
  state: {
    waiting: 'Waiting for the lock',
    sent: 'Sent, waiting for its reply',
    success: 'Done',
    failure: 'Refused by the lock',
    invalid: 'No reply',
    cancelled: 'Cancelled',
    refused: 'Not sent',
  },
  detail: {
    waiting: 'Sent as soon as the lock can be reached',
    invalid: 'The lock did not reply within a minute',
    overdue: 'The lock did not wake up in time',
  },
  brief: {
    waiting: 'waiting',
    sent: 'sent',
    success: 'done',
    failure: 'refused',
    invalid: 'without reply',
    cancelled: 'cancelled',
    refused: 'not sent',
  },
};

export const offers = {
  more: 'More actions',
  able: '%{able} of %{all}',
  unmet: '%{field} is “%{value}”. Possible when: %{allowed}',
  noneAble: 'Not possible with any of the chosen records. %{reason}',
  andMore: 'and %{smart_count} more |||| and %{smart_count} more',
};
