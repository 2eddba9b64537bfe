no-model-yet = Todavía no hay ningún modelo.
superseded = Lo reemplazó un cambio posterior.
load-cancelled = Se detuvo la carga.
prompt-too-big = El prompt tiene { $bytes } bytes, más de lo que admite esta página ({ $most }). Acórtalo.
at-max-tokens = La ejecución ya tiene sus { $tokens } tokens. Sube el «Máximo de tokens» o pulsa Atrás para seguir.
wrong-answer = El motor dio una respuesta errónea a { $command }. Recarga la página.
page-closing = La página se está cerrando.
download-refused = El navegador no aceptó el archivo: { $why }.
model-unknown = «{ $name }» no es el nombre ni la dirección de un modelo.
model-elsewhere = El modelo «{ $name }» está en otro sitio. Cárgalo desde la propia página.

link-without-files = El enlace no puede llevar el modelo: se cargó desde archivos de este equipo.
copied = Copiado al portapapeles: { $what }.
copied-link = el enlace
copied-embed = el código de inserción
copy-refused = El navegador no permite copiar aquí. Aquí tienes { $what }: { $text }
not-secure = Esta página se abrió por una conexión no segura, así que el navegador le niega WebGPU: el modelo se ejecuta en la CPU. Abre la página por su dirección https o en localhost.
scripts-refused = La página no se puede manejar con scripts: { $why }.
forced-by-link = De los { $tokens } tokens que se generaron en otro lugar o antes, los dados no elegirían aquí { $forced }. Están en el texto como tokens forzados.
text-kept = El texto se mantiene: { $model } lee los mismos tokens.
text-kept-favourite = Donde el favorito de { $before } era «{ $favourite }» ({ $then }), el de { $model } es «{ $other }» ({ $now }).
text-kept-same-favourite = El favorito de los dos es «{ $favourite }»: { $before } le da un { $then }; { $model }, un { $now }.
text-kept-forced = Sus dados no elegirían { $forced } de los { $tokens } tokens generados: están en el texto como forzados.
text-kept-as-prompt = { $model } tiene otro tokenizador: el texto hasta aquí es ahora su prompt.
text-kept-in-part = { $model } no pudo tomar el texto entero. { $why }
chain-of-model = El muestreo queda ahora como dice la configuración de generación de { $model }.
chain-of-page-again = El muestreo vuelve a ser el de esta página por defecto.
text-from-before = Aquí está tu texto de antes.
start-afresh = Empezar de cero
trace-of-other-model = Esta traza se hizo con «{ $model }». Sus tokens y elecciones son los grabados; las distribuciones se calculan otra vez con «{ $here }».
not-rated = No se pudieron valorar los tokens del prompt. { $why }
not-inspected = No se pudo calcular el interior. { $why }
not-continued = No se pudo continuar el texto. { $why }
link-beyond-end = El enlace muestra el paso tras el token { $at }, pero el texto acaba antes: su último token es el número { $last }, contando desde 0.
parts-dropped = Este modelo no tiene { $parts }: no se apaga nada de eso.
checkpoint-incomplete = Un checkpoint es un archivo .gguf, o config.json, tokenizer.json y los pesos (.safetensors), elegidos juntos. Elegido: { $chosen }. Falta: { $missing }.
file-unknown = Esta página no puede abrir { $files }. Abre: { $known }.
file-drop = Suelta aquí: { $known }
file-known = un modelo (su carpeta, un archivo .gguf, o config.json, tokenizer.json y los pesos (.safetensors) juntos), una traza (.json), una lección (.md) o una grabación (.logitscope)
file-unreadable = No se pudo leer { $file }: { $why }.
folder-other = No se encontró ningún modelo en { $folder }. La carpeta de un modelo contiene un archivo .gguf, o config.json, tokenizer.json y los pesos (.safetensors).
folder-several = { $folder } contiene varios modelos: { $models }. Abre la carpeta o el archivo .gguf de uno de ellos.
folder-vast = { $folder } contiene más de lo que esta página recorre, y no se encontró ningún modelo. Abre la carpeta del propio modelo.
folder-links = El navegador no muestra ningún modelo en esta carpeta. Los navegadores omiten los archivos que son enlaces, como los de la caché de Hugging Face: abre los propios archivos, elegidos juntos.
bundled-instead = { $why } En su lugar se usa el modelo que viene con la página.
engine-goes-on = { $why } El motor se inició de nuevo y la ejecución continúa.
cpu-from-now-on = El motor falló { $count } veces en un minuto. A partir de ahora calcula la CPU.

link-value = El enlace dice { $key }={ $value }; tiene que ser { $expected }.
link-nearest = El enlace dice { $key }={ $value }; tiene que ser { $expected }; se usa { $used }.
link-names = El enlace dice { $key }={ $value }; los nombres conocidos son { $known }.
link-unknown = El enlace nombra «{ $key }», que esta página no conoce.
link-chain = La cadena del enlace: { $why }
expected-whole-below = un número entero menor que { $end }
expected-one-of = { $others } o { $last }
expected-parts = una lista de partes del modelo, con un factor de 0 a 10, p. ej. L3H5,L4M~0.5
expected-tokens = una lista de ids de token unidos por puntos
expected-earlier = un número de tokens, una semilla y una cadena, p. ej. 5:1:temperature~0.8
expected-dice = una indicación de dados, p. ej. r2 o u25
expected-like = algo escrito como { $example }, con valores dentro del rango
link-chain-more = La cadena del enlace: { $more ->
    [one] { $more } valor más no se puede usar.
   *[other] { $more } valores más no se pueden usar.
}

new-version = Hay una versión nueva de esta página.
new-version-take = Cargarla
