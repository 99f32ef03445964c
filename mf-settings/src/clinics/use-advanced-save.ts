/** Saving the advanced clinic settings alone (7.1 and 8.1). What is edited elsewhere on the page stays as it is. */
import { isApiError } from 'shared-api';
import { useState } from 'react';
import { usePractice, useRemote } from 'shared-ui/remote';
import { useSaveSettingsMutation } from '../api';
import { messages } from '../messages';
import { useSettingsForm } from '../settings-record/form';
import { refusalsIn } from '../settings-record/problems';
import { saidBy } from '../settings-record/use-settings';
import { type AdvancedForm, type AdvancedProblems, readForm } from './advanced-form';

const words = messages.clinics.advanced;

export interface AdvancedSave {
  /** True when the settings were saved. */
  save: (form: AdvancedForm) => Promise<boolean>;
  saving: boolean;
  problems: AdvancedProblems;
  /** Why the last save failed, in words. */
  failure: string | null;
}

export function useAdvancedSave(): AdvancedSave {
  const { notify } = useRemote();
  const practice = usePractice().id;
  const { draft, dispatch, readAgain } = useSettingsForm();
  const [send, { isLoading: saving }] = useSaveSettingsMutation();
  const [problems, setProblems] = useState<AdvancedProblems>({});
  const [failure, setFailure] = useState<string | null>(null);

  const save = async (form: AdvancedForm): Promise<boolean> => {
    if (saving) return false;
    setFailure(null);
    const read = readForm(form);
    setProblems('problems' in read ? read.problems : {});
    if ('problems' in read) return false;
    const { base } = draft;
    const { data, error } = await send({ practice, body: read.fields, etag: base.etag });
    if (!data) {
      const message = saidBy(error, words.failed);
      notify({ severity: 'error', message });
      setFailure(message);
      if (isApiError(error)) setProblems(refusalsIn(error.fields));
      // Someone else saved: their version comes under what is typed, and the next try is made on it.
      if (isApiError(error) && error.conflict) await readAgain();
      return false;
    }
    dispatch({ type: 'adopted', loaded: { settings: { ...base.settings, ...read.fields }, etag: data.etag } });
    notify({ severity: 'success', message: words.updated });
    // What the server computes of them, such as whether there is a master practice, is read anew.
    void readAgain();
    return true;
  };

  return { save, saving, problems, failure };
}
