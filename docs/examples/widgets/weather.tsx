// React 19: the weather of a home, in degrees of the reader's choice.
import 'home-world-widgets';
import type {} from 'home-world-widgets/react';
import { useState } from 'react';

export default function Weather() {
  const [isShown, setShown] = useState(true);
  const [isCelsius, setCelsius] = useState(false);
  const [isShort, setShort] = useState(false);
  const [news, setNews] = useState('asked');
  return (
    <>
      {isShown && (
        <hw-weather
          src="https://home.example"
          refresh={10}
          heading-level={3}
          units={isCelsius ? '°C' : '°F'}
          compact={isShort}
          onhw-load={({ detail }) => setNews(`loaded: ${detail.reading.state}`)}
          onhw-update={({ detail }) => setNews(`updated: ${detail.reading.state}`)}
          onhw-error={({ detail }) => setNews(`failed: ${detail.cause}`)}
        />
      )}
      <button onClick={() => setCelsius(!isCelsius)}>Other degrees</button>
      <button onClick={() => setShort(!isShort)}>Shorter or longer</button>
      <button onClick={() => setShown(!isShown)}>Show or hide</button>
      <p role="status">{news}</p>
    </>
  );
}
