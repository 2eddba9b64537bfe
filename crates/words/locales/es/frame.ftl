help-and-keys = Ayuda y teclas
light-or-dark = Claro u oscuro
page-language = Idioma de la página
more = Más
skip-to-step = Saltar a Paso
close-help = Cerrar la ayuda
dismiss-message = Descartar este mensaje

help-title = Cómo leer esta página
help-round = El diagrama es un paso y se lee de izquierda a derecha o, en una ventana estrecha, de arriba abajo. El texto se corta en tokens; las capas los convierten en una puntuación para cada token del vocabulario, su { $logit }; softmax convierte las puntuaciones en probabilidades; el muestreador les da otra forma y descarta algunas; un número aleatorio elige un token. Se añade al texto y la flecha lleva de vuelta al principio.
help-logit = logit
help-colours = Tres colores dicen de quién es un número:
help-slate = gris azulado: el modelo
help-teal = verde azulado: el muestreador
help-orange = naranja: el azar
help-point = Señala cualquier marca: la línea bajo el diagrama dice qué es y cómo se calcula. Las palabras subrayadas con puntos se explican solas.
help-open = Pulsa el nombre de una estación (Tokens, Capas, Muestreo…) para abrirla; Esc la cierra. Pulsa un token del texto para ver el paso que lo eligió.
help-branches = Pulsa un candidato para tomarlo en lugar del sorteado: ahí el texto se bifurca, y el otro camino se conserva. Atrás retira el último token.
help-questions = «Preguntas», junto al texto, responde con los números de este paso a lo primero que uno se pregunta.
keys = Teclas
key-step = → o n
key-step-does = dar un paso
key-play = Espacio o p
key-play-does = seguir, pausar
key-rewind = Retroceso
key-rewind-does = ir un token atrás
key-roll = r
key-roll-does = volver a tirar los dados para el próximo token
key-inspect = Mayús ←, Mayús →
key-inspect-does = examinar el paso anterior o el siguiente
key-newest = Esc
key-newest-does = volver al paso más reciente
key-restart = Inicio
key-restart-does = reiniciar: volver al final del prompt
key-prompt = /
key-prompt-does = escribir en el texto; Esc sale de él
key-help = ?
key-help-does = esta ayuda

model = Modelo
model-option = { $name }, viene con la página
model-card = Ficha del modelo
model-sizes = { $layers } capas, { $heads } cabezas, d_model { $model }, d_mlp { $mlp }, vocabulario { $vocabulary }, contexto { $context }.
runs-on = Se ejecuta en
runs-on-auto = Automático: la GPU, si la hay
runs-on-gpu = GPU (WebGPU)
runs-on-cpu = CPU (WebAssembly)
weights-kept-as = Pesos guardados como
weights-half = f16: la mitad de memoria
weights-full = f32: tal como se entrenaron
weights-eight = q8: 8 bits, cerca de un cuarto
weights-four = q4: 4 bits, cerca de un sexto
own-checkpoint = Tu propio checkpoint: un archivo .gguf o todas sus partes, o config.json, tokenizer.json y los pesos (.safetensors) juntos; o suéltalos, o la carpeta en la que están, en la página
own-folder = Elegir su carpeta
own-files = Los archivos se leen en esta página y no van a ninguna parte.
own-model-name = tu modelo
about-pocket = es un modelo pequeño entrenado por este proyecto: escribe un inglés sencillo y sabe poco del mundo; carga GPT-2 si quieres más.
about-pocket-draft = es un modelo diminuto que imita a pocket: compara los dos y mira qué se gana con el tamaño.

branches-on = { $ways ->
    [one] { $ways } versión más
   *[other] { $ways } versiones más
}
branches-at = { $ways ->
    [one] En la posición { $position } este texto siguió una vez de otra manera
   *[other] En la posición { $position } este texto siguió de otras { $ways } maneras
}: pulsa para verlo y volver ahí
branches-at-start = { $ways ->
    [one] Aquí empezó otro texto
   *[other] Aquí empezaron otros { $ways } textos
}: pulsa para verlo y volver ahí
branch-length = { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}

share = Compartir
copy-link = Copiar enlace
copy-embed = Copiar código de inserción
share-caption = Un enlace abre exactamente este texto y estos ajustes, token a token. El código de inserción es una línea de HTML para la página de un curso.
export-trace = Exportar traza
export-csv = Tokens como CSV
export-markdown = Ejecución como Markdown
print-step = Imprimir este paso
export-settings = Modelo { $model }, muestreador `{ $chain }`, semilla { $seed }.
export-citation = Hecho con Logitscope { $version }, un modelo de lenguaje que funciona en el navegador y muestra cómo elige cada token: <{ $address }>
import-trace = Abrir una traza (.json) o una grabación (.logitscope)
trace-caption = Una traza es la ejecución entera en un archivo: ids, elecciones y probabilidades de cada paso.

keep-model-before = Conservar el modelo anterior
failed-input = No se pudo cargar el modelo
failed-device-lost = Se perdió la GPU
failed-no-gpu = Aquí no hay WebGPU
failed-crashed = El motor se detuvo
run-on-cpu = Ejecutar en la CPU
reload-page = Recargar la página

one-by-one = La salida llega token a token, porque cada token necesita el anterior. Para cada uno se leen una vez todos los pesos del modelo ({ $bytes }): en los modelos grandes eso limita la velocidad; en los pequeños, los muchos cálculos pequeños.
one-by-one-kept = Lo que se guarda entre tokens: la caché KV
status-tokenizer = Tokenizador y muestreador
status-why = Por qué
status-pass = Última ‹pass:pasada hacia adelante›
status-pass-for = { $time } para { $rows ->
    [one] { $rows } posición
   *[other] { $rows } posiciones
}
status-pass-with-messages = { $pass }; { $time } hasta que la página tuvo sus logits
status-speed = Velocidad de los pasos completos
status-speed-software = Velocidad de los pasos completos, por software
status-tokens-a-second = { $tokens } tokens/s
status-memory = Memoria
status-memory-parts = pesos { $weights } ({ $kept }); caché KV { $cache }, reservada para un contexto lleno; puntuaciones de pasos anteriores { $used } de { $most } como máximo
status-software = { $place } (adaptador por software: no se usa ninguna tarjeta gráfica)

not-truth = Probabilidad no es verdad.
not-truth-why = Un modelo sabe qué tokens suelen seguir a cuáles. No sabe qué es cierto y no entiende lo que escribe.
computed-here = Todos los números de aquí salen del modelo en ejecución. Nada de lo que escribes sale de esta página.
cache-is-off = La caché de claves y valores está desactivada: cada paso vuelve a calcular el texto entero.
cache-on = Activarla
open-in-logitscope = Abrir en Logitscope

# Imágenes de la página como archivos.
picture-save = Guardar esta imagen
picture-svg = Como SVG
picture-png = Como PNG
picture-about = SVG sigue nítido impreso y en diapositivas, y su texto sigue siendo texto. PNG sirve en todas partes.
picture-as-svg = Imagen como SVG
picture-as-png = Imagen como PNG
poster-as-svg = Recorrido como póster (SVG)
poster-as-png = Recorrido como póster (PNG)
picture-caption = La imagen es lo que está abierto o, si no, el recorrido; debajo figuran el prompt y los ajustes. El póster es el recorrido completo en A3.
picture-of = { $station }: { $view }
picture-flow = Cómo se eligió «{ $token }»
picture-poster = Cómo elige { $model } el siguiente token
picture-prompt = Prompt: «{ $prompt }»
picture-settings = Modelo { $model }, muestreador { $chain }, semilla { $seed }
picture-citation = Hecho con Logitscope { $version }: { $address }
picture-no-png = Este navegador no entrega un PNG de esta imagen. Guárdala como SVG o imprime el paso.
picture-not-drawn = No se pudo dibujar esta imagen.
